"""Bot accounts on the profile page: create one, show a token once, use it, and revoke it."""

import re

import httpx
from playwright.sync_api import expect

from tests.server.served import Served
from tests.web.conftest import NewPage
from tests.web.people.test_people import PASSWORD
from tests.web.people.test_profile import looks_right


def test_a_person_makes_a_bot_and_its_opponent_sees_that_it_is_one(visit: NewPage, site: Served) -> None:
    page = visit("/profile#account")
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "parlour_csrf")
    body = {"name": "Botwright", "password": PASSWORD}
    expect(page.request.post("/api/sign-up", data=body, headers={"x-csrf-token": token})).to_be_ok()
    page.reload()
    page.get_by_label("Name of the new bot").fill("Clockwork")
    page.get_by_role("button", name="Create bot").click()
    bot = page.get_by_role("article", name="Clockwork")
    expect(bot).to_contain_text("No tokens yet.")
    looks_right(page)

    bot.get_by_role("button", name="New token").click()
    page.get_by_label("Name of the token").fill("laptop")
    page.get_by_role("switch", name="read games and events").click()
    page.get_by_role("button", name="Create token").click()
    field = page.get_by_role("textbox", name="Token")
    expect(field).to_have_value(re.compile(r"^parlour_\S{100}"))
    secret = field.input_value()
    looks_right(page)
    page.get_by_role("button", name="Close").click()
    expect(bot.get_by_role("listitem")).to_contain_text(["laptop"])
    expect(bot).to_contain_text("join and play, create games · Never used")
    assert secret not in page.content()

    wanted = {"game": "sim", "kind": "network", "seats": [{"is": "me"}, {"is": "open"}]}
    headers = {"authorization": f"Bearer {secret}"}
    match = httpx.post(f"{site.address}/api/matches", json=wanted, headers=headers).json()["id"]
    page.goto(f"/match/{match}")
    expect(page.get_by_text("Bot account, played by a program")).to_be_attached()

    page.goto("/profile#account")
    expect(bot).to_contain_text("Last used")
    bot.get_by_role("button", name="Revoke laptop").click()
    expect(bot).to_contain_text("No tokens yet.")
    assert httpx.get(f"{site.address}/api/me", headers=headers).status_code == 401
    bot.get_by_role("button", name="Delete Clockwork").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete bot").click()
    expect(bot).to_have_count(0)
