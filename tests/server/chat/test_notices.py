"""The chat that a server keeps in memory, and its notices to other servers."""

import msgspec
import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend

from parlour.server.channels.channels import IdleSubscriber, LocalChannels
from parlour.server.chat.chat import MAX_LINES, MAX_ROOMS, Chat, Reader
from parlour.server.chat.clean_text import clean_text
from parlour.server.chat.messages import ChatLineMessage, ChatMessage
from parlour.server.chat.notices import (
    LOBBY_ROOM,
    MAX_NOTICE_BYTES,
    AnyChatNotice,
    AuthorChanged,
    AuthorRenamed,
    ChatLine,
    ChatModeChanged,
    LinesAdded,
    PersonMuted,
    Room,
    notices_of,
)
from parlour.server.http.limits.rate_limits import RateLimiter

PLAYERS = Room("players", "m")


class Page:
    """A page that shows what it is sent."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.names: list[str] = []
        self.muted = False

    def post(self, message: msgspec.Struct) -> None:
        assert isinstance(message, ChatMessage)
        self.muted = message.muted
        lines = [line for room in message.rooms for line in room.lines]
        self.texts, self.names = [line.text for line in lines], [line.name for line in lines]

    def post_encoded(self, message: bytes) -> None:
        self.texts.append(msgspec.json.decode(message, type=ChatLineMessage).line.text)


@pytest.fixture
def chat() -> Chat:
    backend = MemoryChannelsBackend()
    channels = LocalChannels(backend, arbitrary_channels_allowed=True, subscriber_class=IdleSubscriber)
    made = Chat(channels, RateLimiter({"chat": 1000}))
    made.adopt(ChatModeChanged(1, "text"))
    return made


def line(n: int, person: str = "anna", room: Room = PLAYERS) -> ChatLine:
    return ChatLine(f"l{n:04}", n, room, person, person, None, None, f"text {n}")


def lines_added(*lines: ChatLine) -> LinesAdded:
    return LinesAdded(lines)


def shown(chat: Chat, *rooms: Room) -> list[str]:
    """Return what a page that is opened now shows."""
    page = Page()
    chat.watch(page, Reader(None, rooms))
    chat.unwatch(page)
    return page.texts


def test_messages_that_arrive_twice_or_late_are_shown_once_and_in_order(chat: Chat) -> None:
    for notice in (lines_added(line(2)), lines_added(line(1), line(2)), lines_added(line(3))):
        chat.adopt(notice)
    assert shown(chat, PLAYERS) == ["text 1", "text 2", "text 3"]
    assert shown(chat, LOBBY_ROOM) == []


def test_the_latest_messages_of_a_room_are_kept_and_old_ones_do_not_return(chat: Chat) -> None:
    chat.adopt(lines_added(*map(line, range(MAX_LINES + 5))))
    page = Page()
    chat.watch(page, Reader(None, (PLAYERS,)))
    assert (len(page.texts), page.texts[0]) == (MAX_LINES, "text 5")
    chat.adopt(lines_added(line(0)))
    assert page.texts[-1] == f"text {MAX_LINES + 4}"


def test_unused_rooms_are_dropped_first(chat: Chat) -> None:
    for n in range(MAX_ROOMS + 1):
        chat.adopt(lines_added(line(2 * n, room=Room("players", str(n)))))
        chat.adopt(lines_added(line(2 * n + 1, room=LOBBY_ROOM)))
    assert shown(chat, Room("players", "0")) == []
    assert len(shown(chat, LOBBY_ROOM)) == MAX_LINES


@pytest.mark.parametrize("end", [PersonMuted(5, "anna", True), AuthorChanged("anna", None)])
def test_messages_of_a_muted_or_deleted_person_disappear_and_are_not_sent_again(chat: Chat, end: AnyChatNotice) -> None:
    chat.adopt(lines_added(line(1), line(2, "ben")))
    page, other = Page(), Page()
    chat.watch(page, Reader("anna", (PLAYERS,)))
    chat.watch(other, Reader("ben", (PLAYERS,)))
    chat.adopt(end)
    assert (page.texts, other.texts) == (["text 2"], ["text 2"])
    assert (page.muted, other.muted) == (isinstance(end, PersonMuted), False)
    chat.adopt(lines_added(line(1)))
    assert shown(chat, PLAYERS) == ["text 2"]


def test_the_latest_decision_counts_in_whatever_order_they_arrive(chat: Chat) -> None:
    chat.adopt(PersonMuted(5, "anna", False))
    chat.adopt(PersonMuted(4, "anna", True))
    assert not chat.is_muted("anna")
    chat.adopt(ChatModeChanged(7, "phrases"))
    chat.adopt(ChatModeChanged(6, "off"))
    assert chat.mode == "phrases"


def test_a_guest_who_logs_in_keeps_their_messages_until_the_account_is_deleted(chat: Chat) -> None:
    chat.adopt(lines_added(line(1, "guest")))
    chat.adopt(AuthorChanged("guest", "anna"))
    chat.adopt(lines_added(line(2, "guest")))
    assert shown(chat, PLAYERS) == ["text 1", "text 2"]
    chat.adopt(AuthorChanged("anna", None))
    chat.adopt(lines_added(line(1, "guest")))
    assert shown(chat, PLAYERS) == []


def test_messages_of_a_renamed_person_have_the_new_name(chat: Chat) -> None:
    chat.adopt(lines_added(line(1, "rude"), line(2, "ben")))
    page = Page()
    chat.watch(page, Reader("ben", (PLAYERS,)))
    chat.adopt(AuthorRenamed("rude", "Polly"))
    assert page.names == ["Polly", "ben"]


def test_switching_chat_off_removes_all_messages(chat: Chat) -> None:
    chat.adopt(lines_added(line(1)))
    chat.adopt(ChatModeChanged(2, "off"))
    chat.adopt(lines_added(line(2)))
    chat.adopt(ChatModeChanged(3, "text"))
    assert shown(chat, PLAYERS) == []


def test_notices_of_messages_are_small_enough_for_postgresql() -> None:
    long = [msgspec.structs.replace(line(n), text="\N{GRINNING FACE}" * 200) for n in range(20)]
    notices = list(notices_of(long))
    assert [one for notice in notices for one in notice.lines] == long
    assert 1 < len(notices) < len(long)
    assert all(len(msgspec.json.encode(notice)) < MAX_NOTICE_BYTES + 500 for notice in notices)


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("  two\nlines\t here ", "two lines here"),
        ("right\u202eleft\u2066\u200b\x07", "rightleft"),
        ("e\u0301" + "\u0302" * 9, "\xe9" + "\u0302" * 3),
        ("\u2800\u3164\u200d", ""),
        ("<b>no</b> https://example.org", "<b>no</b> https://example.org"),
    ],
)
def test_text_is_one_line_of_visible_characters(typed: str, seen: str) -> None:
    assert clean_text(typed) == seen
