"""What is kept: people, matches, libraries, and how to get at them. SQLite by default, PostgreSQL by its address.

    async with await Store.open() as store:                       # the data folder, or PARLOUR_DATABASE_URL
        guest = await store.people.create_guest(now, "Anna")
        match, events = Match.new(setup, now)
        info = await store.matches.create(match, events, now, host=guest.id)

        kept = await store.matches.load(info.id)                  # any process, any time later
        match = kept.match()
        events = match.decide(command, sender, now)               # changes nothing
        after = match.after(events)
        await store.matches.append(info.id, match, after, events) # stored, or `Conflict` and nothing is

The parts of a `Store`:

| part | keeps |
|---|---|
| `people` | accounts and guests: sign up, log in, rename, adopt, delete, export |
| `logins` | who is logged in where: server-side web sessions, tokens of bot accounts |
| `bot_accounts` | accounts for programs, made by people |
| `matches` | set-ups, moves and events; `append` decides every race |
| `correspondence` | matches that wait for a person to move, and turns that players have planned |
| `library` | each person's list of games: pages, deleting with a way back, records in and out |
| `notes` | what they write about them: titles, stars, tags, comments on games and moves |
| `preferences`, `positions`, `studies` | settings, saved positions and studies of a person |
| `analyses` | how finished games stood before every turn, as the engine found |
| `learning` | lessons done and puzzles solved by a person |
| `statistics`, `openings` | what a person has won, lost and drawn, against whom, and how they begin |
| `tournaments` | set-ups and events of tournaments, their people and matches |
| `ratings` | ratings of players after rated games |
| `club` | statistics of the games that everybody may see |
| `classrooms` | classes: the teacher's board, the pupils and their answers |
| `homework` | what teachers assign to their classes, and how far the pupils are |
| `watch` | what a server must look after: clocks, bots to move, times without a server |

Rules that hold everywhere: one command is one transaction; times are milliseconds since 1970 that the caller gives;
ids are texts that nobody can guess; a **person** is an account or a guest, and their id never changes (a guest who
signs up keeps it). Errors are `ParlourError`s: `Conflict`, `NotFound`, `NameRefused`, `WrongPassword`, `StoreError`.
`archive.py` writes everything into one portable file and reads it back.
"""

from parlour.store.analyses import Analyses, StoredAnalysis
from parlour.store.classrooms import Classroom, Classrooms, Pupil
from parlour.store.correspondence import Correspondence, StoredPlans
from parlour.store.data_folder import Secrets, data_folder
from parlour.store.homework import HomeworkBook, PupilWork, StoredHomework
from parlour.store.imports import Imported
from parlour.store.learning_progress import Learned, Learning, Streaks, streaks
from parlour.store.library import Entry, Library, Page, Query
from parlour.store.logins import Login, Logins
from parlour.store.matches import Matches, MatchInfo, SeatInfo, StoredMatch
from parlour.store.notes import Changes, FilterValues, GameNotes, Notes
from parlour.store.openings import Opening, Openings
from parlour.store.people import People, Person
from parlour.store.positions import Positions, SavedPosition
from parlour.store.preferences import Preferences
from parlour.store.ratings import Ratings
from parlour.store.server_watch import ServerWatch
from parlour.store.statistics import Day, Profile, ResultTally, Statistics, Streak
from parlour.store.store import Store
from parlour.store.studies import StoredStudy, Studies, StudyTitle
from parlour.store.tournaments import StoredTournament, TournamentInfo, TournamentMatch, Tournaments

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
    "Learned",
    "Learning",
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
