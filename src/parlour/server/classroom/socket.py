"""The WebSocket of a class: sends the board, and to the teacher the answers. Pages send nothing on it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import msgspec
from litestar import websocket
from litestar.channels.subscriber import Subscriber
from litestar.params import FromPath, FromQuery

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.server.channels.channels import receive_messages
from parlour.server.classroom.access import find_classroom
from parlour.server.classroom.live import LiveClassroom
from parlour.server.classroom.messages import ClassroomPage, OwnAnswerMessage
from parlour.server.classroom.notices import ClassroomNotice, classroom_channel, classroom_notice_decoder
from parlour.server.classroom.views import is_teacher, tally_message
from parlour.server.http.auth import PageSocket
from parlour.server.http.error_responses import Forbidden
from parlour.server.http.page_socket import accepted_page, close, frames, send
from parlour.server.http.transport.websocket_protocol import EXTENSION, WebSocketProtocol
from parlour.server.services import InjectedServices, Services

NOT_IN_THE_CLASS = 4403
"""Close code: there is no such class, or the visitor is not in it. The page does not reconnect."""

encode = msgspec.json.encode


class ClassPage:
    """A page that has a class open."""

    def __init__(
        self, socket: PageSocket, services: Services, live: LiveClassroom, language: str, *, shows: ClassroomPage
    ) -> None:
        self.socket = socket
        self.services = services
        self.live = live
        self.language = language
        self.names = shows == "class"
        self.teaches = is_teacher(live.classroom, socket.user)
        extensions: dict[str, Any] = socket.scope["extensions"] or {}
        self.protocol: WebSocketProtocol = extensions[EXTENSION]["protocol"]
        self.seen = -1
        self.pupils: set[str] = set()
        """The people whose presence the page shows to the teacher."""

    async def run(self) -> None:
        """Serve the page until it closes."""
        code = self.live.classroom.code
        async with self.services.channels.start_subscription([classroom_channel(code)]) as subscriber:
            await self.services.classrooms.catch_up(self.live, None)
            await self.send_everything()
            with self.services.lobby.listen(lambda person: self.on_presence(person, subscriber)):
                async with receive_messages(subscriber, self.on_notice):
                    async for _ in frames(self.socket, self.language):
                        pass

    async def send_everything(self) -> None:
        """Send the board and what belongs to this visitor."""
        await self.send_board()
        await (self.send_tally() if self.teaches else self.send_own_answer())

    def on_notice(self, raw: bytes) -> Coroutine[Any, Any, None] | None:
        """Handle a notice about the class; return an awaitable if there is something to wait for."""
        notice = classroom_notice_decoder.decode(raw)
        match notice.what:
            case "board":
                if notice.version > self.live.version or self.protocol.paused:
                    return self.catch_up(notice.version)
                self.write_board()
                return self.send_tally() if self.teaches else None
            case "answers":
                if self.teaches:
                    return self.send_tally()
                return self.send_own_answer() if notice.person == self.socket.user.id else None
            case "gone":
                leaves = notice.person in ("", self.socket.user.id)
                return close(self.socket, NOT_IN_THE_CLASS) if leaves else None
            case "all":
                return self.catch_up(None)

    def on_presence(self, person: str, subscriber: Subscriber) -> None:
        """Send the list of pupils again if the presence of one has changed, in order with the other notices."""
        if person in self.pupils:
            subscriber.put_nowait(encode(ClassroomNotice("answers")))

    def write_board(self) -> None:
        """Send the board immediately, unless the page already shows it."""
        if self.live.version > self.seen:
            self.seen = self.live.version
            self.protocol.write_texts(self.live.board_json(self.language))

    async def send_board(self) -> None:
        """Send the board as soon as the page can receive it."""
        await self.protocol.writable.wait()
        self.write_board()

    async def catch_up(self, version: int | None) -> None:
        """Read what another server has stored, and send it."""
        try:
            await self.services.classrooms.catch_up(self.live, version)
        except NotFound:
            await close(self.socket, NOT_IN_THE_CLASS)
            return
        await self.send_everything()

    async def send_own_answer(self) -> None:
        """Send the pupil's answer to the current question."""
        question, person = self.live.classroom.board.question, self.socket.user.id
        if question is not None and person is not None:
            own = await self.services.store.classrooms.answer_of(self.live.classroom.code, person)
            if own is not None:
                await send(self.socket, encode(OwnAnswerMessage(question.number, own)))

    async def send_tally(self) -> None:
        """Send the answers to the teacher."""
        classroom = self.live.classroom
        pupils = await self.services.store.classrooms.pupils(classroom.code)
        self.pupils = {one.person for one in pupils} if self.names else set()
        here = self.services.lobby.is_here
        await send(self.socket, encode(tally_message(classroom.board, pupils, names=self.names, is_present=here)))


@websocket("/classrooms/{code:str}/live")
async def classroom_socket(
    socket: PageSocket,
    services: InjectedServices,
    code: FromPath[str],
    shows: FromQuery[ClassroomPage] = "class",
    language: FromQuery[str | None] = None,
) -> None:
    """Serve the WebSocket of a class, for its pupils and its teacher."""
    async with accepted_page(socket, services, language, NOT_IN_THE_CLASS) as reader_language:
        live = await services.classrooms.open((await find_classroom(services, socket, code)).code)
        person = socket.user.id
        pupil = person is not None and await services.store.classrooms.is_pupil(live.classroom.code, person)
        if not is_teacher(live.classroom, socket.user) and (shows == "projector" or not pupil):
            raise localized_error(Forbidden, "server.classroom.teacher" if pupil else "server.classroom.join")
        await ClassPage(socket, services, live, reader_language, shows=shows).run()
