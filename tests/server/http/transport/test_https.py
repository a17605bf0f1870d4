"""`parlour serve --https`: its own certificate or a given one, pages and sockets over TLS, a hint for plain HTTP."""

import contextlib
import datetime
import socket
import ssl
import stat
from pathlib import Path

import httpx
import pytest
from cryptography import x509

from parlour.cli import run
from parlour.i18n.translate_error import translate_error
from parlour.server.http.transport.certificate import (
    CERTIFICATE_FILE,
    CertificateError,
    fingerprint,
    own_certificate,
    tls_context,
)
from tests.server.browser import Browser
from tests.server.processes import Process, free_port
from tests.server.served import QUICK, Served

NOW = datetime.datetime(2026, 5, 1, tzinfo=datetime.UTC)
NAMES = ("club.example", "192.168.7.5", "fd00::5")


def names_in(file: Path) -> set[str]:
    found = x509.load_pem_x509_certificate(file.read_bytes()).extensions
    alternative = found.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(one) for kind in (x509.DNSName, x509.IPAddress) for one in alternative.get_values_for_type(kind)}


# ---- The certificate -------------------------------------------------------------------------------------------------


def test_a_certificate_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    file = own_certificate(tmp_path, NAMES, NOW)
    first = file.read_bytes()
    assert names_in(file) == {"localhost", "127.0.0.1", "::1", *NAMES}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    later = NOW + datetime.timedelta(days=300)
    assert own_certificate(tmp_path, NAMES[:1], later).read_bytes() == first
    assert [one.name for one in tmp_path.iterdir()] == [CERTIFICATE_FILE]


def test_a_new_address_renews_the_certificate_and_keeps_the_old_names(tmp_path: Path) -> None:
    before = fingerprint(own_certificate(tmp_path, NAMES, NOW))
    file = own_certificate(tmp_path, ("10.0.0.9",), NOW)
    assert fingerprint(file) != before
    assert names_in(file) >= {"10.0.0.9", *NAMES}
    assert len(fingerprint(file).split(":")) == 32


def test_a_certificate_that_expires_soon_or_is_damaged_is_renewed(tmp_path: Path) -> None:
    before = fingerprint(own_certificate(tmp_path, NAMES, NOW))
    file = own_certificate(tmp_path, NAMES, NOW + datetime.timedelta(days=380))
    renewed = fingerprint(file)
    assert renewed != before
    file.write_text(file.read_text().partition("-----BEGIN PRIVATE")[0])  # the key is missing
    assert fingerprint(own_certificate(tmp_path, NAMES, NOW)) != renewed
    file.write_text("nothing")
    tls_context(own_certificate(tmp_path, NAMES, NOW), file)


def test_a_name_that_no_certificate_can_have_is_left_out(tmp_path: Path) -> None:
    file = own_certificate(tmp_path, ("a" * 70 + ".example", "", "bücher.example"), NOW)
    assert names_in(file) == {"localhost", "127.0.0.1", "::1", "xn--bcher-kva.example"}


def test_files_that_are_no_certificate_and_key_are_named(tmp_path: Path) -> None:
    one, other = own_certificate(tmp_path / "a", NAMES, NOW), own_certificate(tmp_path / "b", NAMES, NOW)
    text = tmp_path / "text.pem"
    text.write_text("nothing")
    missing = tmp_path / "missing.pem"
    for certificate, key, why in (
        (missing, one, "Cannot use"),
        (one, tmp_path, "Cannot use"),
        (text, one, "are not a certificate and its key"),
        (one, text, "are not a certificate and its key"),
        (one, other, "does not belong to the certificate"),
    ):
        with pytest.raises(CertificateError, match=why):
            tls_context(certificate, key)


def test_a_key_with_a_password_is_refused_without_asking(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization

    file = own_certificate(tmp_path, NAMES, NOW)
    key = serialization.load_pem_private_key(file.read_bytes(), None)
    locked = tmp_path / "locked.pem"
    encrypt = serialization.BestAvailableEncryption(b"secret")
    locked.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encrypt),
    )
    with pytest.raises(CertificateError, match="protected by a password"):
        tls_context(file, locked)


# ---- The server ------------------------------------------------------------------------------------------------------


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return own_certificate(tmp_path / "data", ())


def trusting(certificate: Path) -> ssl.SSLContext:
    """A client that knows the certificate and checks the name."""
    return ssl.create_default_context(cafile=certificate)


def test_pages_and_sockets_are_encrypted_and_cookies_stay_with_https(tmp_path: Path, certificate: Path) -> None:
    with Served(tmp_path / "data", https=True, certificate=certificate, key=certificate, **QUICK) as server:
        browser = Browser(server.address.replace("http:", "https:"), tls=trusting(certificate))
        answer = browser.get("/api/me")
        # The name may be served without HTTPS tomorrow.
        assert "strict-transport-security" not in answer.headers
        match = browser.play({"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"}, game="sim")
        assert set(browser.http.cookies) == {"__Secure-parlour_csrf", "__Secure-parlour_login"}
        assert all(one.secure for one in browser.http.cookies.jar)
        table = browser.open(match)
        table.does("move", index=0)
        browser.close()


def test_plain_http_is_sent_to_https(tmp_path: Path, certificate: Path) -> None:
    with Served(tmp_path / "data", https=True, certificate=certificate, key=certificate, **QUICK) as server:
        answer = httpx.get(f"{server.address}/lobby?a=1")
        assert answer.status_code == 307
        assert answer.headers["location"] == f"https://127.0.0.1:{server.port}/lobby?a=1"
        assert "This server uses HTTPS" in answer.text
        foreign = httpx.get(server.address, headers={"host": "evil.example"})
        assert (foreign.status_code, "location" in foreign.headers) == (421, False)
        for sent in (b"\x00\x01\x02", b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n"):
            with socket.create_connection(("127.0.0.1", server.port), 30) as raw:
                raw.sendall(sent)
                raw.settimeout(30)
                with contextlib.suppress(ConnectionResetError):
                    assert raw.recv(100) == b""
        # A client that does not trust the certificate does not affect others.
        with pytest.raises(httpx.ConnectError):
            httpx.get(server.address.replace("http:", "https:"))
        assert httpx.get(server.address.replace("http:", "https:") + "/health", verify=trusting(certificate)).is_success


def test_serve_makes_a_certificate_and_explains_the_warning(tmp_path: Path) -> None:
    port = free_port()
    command = ("serve", "--host", "127.0.0.1", "--port", str(port), "--https")
    with Process(*command, folder=tmp_path) as process:
        link = process.until("/owner?at=").strip()
        assert link.startswith(f"https://127.0.0.1:{port}/owner")
        file = tmp_path / CERTIFICATE_FILE
        assert process.until("SHA-256").strip() == f"SHA-256 {fingerprint(file)}"
        assert httpx.get(f"https://127.0.0.1:{port}/health", verify=trusting(file)).is_success
        with Process("--no-browser", folder=tmp_path) as second:  # it reaches the first over HTTPS
            assert second.wait() == 0, second.shown()
        assert second.lines[0] == "Parlour is already running."
        assert process.stop() == 0


def test_options_that_do_not_fit_end_with_status_2(
    tmp_path: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path / "data"))
    file = str(certificate)
    for options, why in (
        (("--certificate", file), "give both --certificate and --key"),
        (("--certificate", file, "--key", str(tmp_path / "none.pem")), "none.pem"),
        (("--certificate", file, "--key", file, "--proxy"), "leave out --certificate"),
    ):
        assert run(["serve", *options]) == 2
        assert why in capsys.readouterr().err


def test_errors_are_translated(tmp_path: Path) -> None:
    with pytest.raises(CertificateError) as caught:
        tls_context(tmp_path / "x.pem", tmp_path / "y.pem")
    assert "lässt sich nicht für HTTPS benutzen" in translate_error(caught.value, "de")
