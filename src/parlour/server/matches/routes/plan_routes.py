"""Routes of the planned turns of a player in a network match. Nobody else sees them."""

from __future__ import annotations

from litestar import get, put
from litestar.params import FromPath, JSONBody

from parlour.games.contract.display import Pick
from parlour.match.commands import Sender
from parlour.match.plans import Plan, possible_premoves, remaining_plan
from parlour.server.games.messages import LegalMoveView
from parlour.server.http.auth import PageRequest
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.messages import PlanRequest, PlanView
from parlour.server.matches.permissions import sender_of
from parlour.server.matches.views import plan_view
from parlour.server.services import InjectedServices, Services


@get("/matches/{match:str}/plan", scope="play")
async def show_plan(match: FromPath[str], request: PageRequest, services: InjectedServices) -> PlanView:
    """Return what the visitor has planned from the running turn on."""
    live = await services.matches.get(match)
    seat, person = _player(live, request)
    # From the store: it may have been set at another server.
    plan = (await services.store.correspondence.plans(match)).by_person.get(person, Plan(0))
    return await _show(live, seat, remaining_plan(live.match, seat, plan), request, services)


@put("/matches/{match:str}/plan", limit="saves", scope="play")
async def set_plan(
    match: FromPath[str], data: JSONBody[PlanRequest], request: PageRequest, services: InjectedServices
) -> PlanView:
    """Replace what the visitor has planned; an empty plan cancels it."""
    live = await services.matches.get(match)
    seat, person = _player(live, request)
    plan = Plan(data.ply, data.lines, data.premove.strip())

    def sender(now: LiveMatch) -> Sender:
        return sender_of(now.info, now.match, request.user)

    stored = await services.matches.set_plan(match, person, plan, sender)
    return await _show(live, seat, stored, request, services)


@get("/matches/{match:str}/premoves", scope="play")
async def list_premoves(
    match: FromPath[str], request: PageRequest, services: InjectedServices
) -> tuple[LegalMoveView, ...]:
    """Return the moves that the visitor may be able to play after the running turn."""
    live = await services.matches.get(match)
    seat, _ = _player(live, request)
    found = await _premoves(live, seat, request, services)
    return tuple(LegalMoveView(n, text, paths) for n, (text, paths) in enumerate(found.items()))


def _player(live: LiveMatch, request: PageRequest) -> tuple[int, str]:
    """Return the seat and the id of the visitor; raise `Refused` if they do not play."""
    seats = sender_of(live.info, live.match, request.user).seats
    if not seats or request.user.id is None:
        raise live.match.refusal("not-a-player")
    return min(seats), request.user.id


async def _show(live: LiveMatch, seat: int, plan: Plan, request: PageRequest, services: Services) -> PlanView:
    return plan_view(plan, await _premoves(live, seat, request, services) if plan.premove else {})


async def _premoves(
    live: LiveMatch, seat: int, request: PageRequest, services: Services
) -> dict[str, tuple[tuple[Pick, ...], ...]]:
    """Return the moves that a seat may be able to play after the running turn of another one."""
    if live.match.status != "running" or live.match.position.seat == seat:
        return {}
    match = live.match.copy()
    return await services.computations.call(request, lambda: possible_premoves(match, seat))


HANDLERS = [show_plan, set_plan, list_premoves]
