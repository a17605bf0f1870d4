"""Storage of people, matches and libraries, in SQLite by default or in PostgreSQL.

    async with await Store.open() as store:                       # the data folder, or PARLOUR_DATABASE_URL
        guest = await store.people.create_guest(now, "Anna")
        match, events = Match.new(setup, now)
        info = await store.matches.create(match, events, now, host=guest.id)

        kept = await store.matches.load(info.id)                  # in any process, at any later time
        match = kept.match()
        events = match.decide(command, sender, now)               # changes nothing
        after = match.after(events)
        await store.matches.append(info.id, match, after, events) # or raises `Conflict` and stores nothing

The parts of a `Store`:

| part | content |
|---|---|
| `people` | accounts and guests: sign up, log in, rename, adopt, delete, export |
| `logins` | logins: server-side web sessions, and tokens of bot accounts |
| `bot_accounts` | accounts for programs, created by people |
| `matches` | set-ups, moves and events; `append` resolves races between servers |
| `public_matches` | matches that the lobby lists |
| `correspondence` | matches that wait for a person to move, and turns that players have planned |
| `library` | each person's list of games: queries, deleting and restoring, import and export of records |
| `notes` | people's notes about games: titles, stars, tags, comments on games and moves |
| `preferences`, `positions`, `studies` | settings, saved positions and studies of a person |
| `analyses` | engine evaluations of finished games before every turn |
| `learning` | lessons completed and puzzles solved by a person |
| `statistics`, `openings` | a person's results, opponents and openings |
| `tournaments` | set-ups and events of tournaments, their people and matches |
| `ratings` | ratings of players after rated games |
| `club` | statistics of public games |
| `classrooms` | classes: the teacher's board, the pupils and their answers |
| `homework` | homework of classes, and the pupils' progress |
| `watch` | work for servers: clocks that run out, bots to move, outages |

Conventions: one command is one transaction; callers pass times, in milliseconds since 1970; ids are unguessable
strings; a **person** is an account or a guest, and their id never changes (a guest who signs up keeps it). Errors are
`ParlourError`s: `Conflict`, `NotFound`, `NameRefused`, `WrongPassword`, `StoreError`. `archive.py` writes everything
into one portable file and reads it back.
"""

from parlour.store.club.classrooms import Classroom, Classrooms, Pupil
from parlour.store.club.homework import HomeworkBook, PupilWork, StoredHomework
from parlour.store.club.ratings import Ratings
from parlour.store.club.tournaments import StoredTournament, TournamentInfo, TournamentMatch, Tournaments
from parlour.store.data_folder import Secrets, data_folder
from parlour.store.library.imports import Imported
from parlour.store.library.library import Entry, Library, Page, Query
from parlour.store.library.notes import Changes, FilterValues, GameNotes, Notes
from parlour.store.library.positions import Positions, SavedPosition
from parlour.store.library.studies import StoredStudy, Studies, StudyTitle
from parlour.store.matches.analyses import Analyses, StoredAnalysis
from parlour.store.matches.correspondence import Correspondence, StoredPlans
from parlour.store.matches.matches import Matches, MatchInfo, SeatInfo, StoredMatch
from parlour.store.matches.server_watch import ServerWatch
from parlour.store.people.learning_progress import Learning, LearningProgress, Streaks, streaks
from parlour.store.people.logins import Login, Logins
from parlour.store.people.openings import Opening, Openings
from parlour.store.people.people import People, Person
from parlour.store.people.preferences import Preferences
from parlour.store.people.statistics import Day, Profile, ResultTally, Statistics, Streak
from parlour.store.store import Store

__all__ = [
    "Analyses",
    "Changes",
    "Classroom",
    "Classrooms",
    "Correspondence",
    "Day",
    "Entry",
    "FilterValues",
    "GameNotes",
    "HomeworkBook",
    "Imported",
    "Learning",
    "LearningProgress",
    "Library",
    "Login",
    "Logins",
    "MatchInfo",
    "Matches",
    "Notes",
    "Opening",
    "Openings",
    "Page",
    "People",
    "Person",
    "Positions",
    "Preferences",
    "Profile",
    "Pupil",
    "PupilWork",
    "Query",
    "Ratings",
    "ResultTally",
    "SavedPosition",
    "SeatInfo",
    "Secrets",
    "ServerWatch",
    "Statistics",
    "Store",
    "StoredAnalysis",
    "StoredHomework",
    "StoredMatch",
    "StoredPlans",
    "StoredStudy",
    "StoredTournament",
    "Streak",
    "Streaks",
    "Studies",
    "StudyTitle",
    "TournamentInfo",
    "TournamentMatch",
    "Tournaments",
    "data_folder",
    "streaks",
]
