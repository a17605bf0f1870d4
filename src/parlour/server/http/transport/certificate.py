"""The certificate with which a server encrypts its connections itself: `parlour serve --https`.

A certificate that the server makes itself is not signed by an authority, so browsers warn until a person accepts it. It
is kept in the data folder, so that they are asked only once, and contains all names and addresses under which the
server is reached. See docs/serving.md.
"""

from __future__ import annotations

import datetime
import hashlib
import ipaddress
import socket
import ssl
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error
from parlour.server.settings import LOOPBACK
from parlour.store import data_folder
from parlour.store.data_folder import write_private

if TYPE_CHECKING:  # loaded when a certificate is made or read
    from cryptography.x509 import Certificate, GeneralName

CERTIFICATE_FILE = "https.pem"
"""Certificate and key in one file, so that both are replaced at once."""
VALID_DAYS = 397
"""Browsers accept no longer validity period."""
RENEW_DAYS = 30
MAX_NAMES = 60


class CertificateError(ParlourError):
    """Raised when a certificate cannot be used."""


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """Return the TLS context of a server; raise `CertificateError` if the files cannot be used."""

    def no_password() -> str:  # OpenSSL would ask on the terminal
        raise localized_error(CertificateError, "server.https.password", file=str(key))

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["http/1.1"])
    for file in (certificate, key):
        try:
            file.read_bytes()
        except OSError as wrong:
            why = wrong.strerror or str(wrong)
            raise localized_error(CertificateError, "server.https.file", file=str(file), why=why) from wrong
    try:
        context.load_cert_chain(certificate, key, password=no_password)
    except (OSError, ValueError) as wrong:  # errors of OpenSSL are OSErrors
        mismatch = isinstance(wrong, ssl.SSLError) and wrong.reason == "KEY_VALUES_MISMATCH"
        message = "server.https.mismatch" if mismatch else "server.https.no-certificate"
        raise localized_error(CertificateError, message, certificate=str(certificate), key=str(key)) from wrong
    return context


def trusting_context(certificate: str) -> ssl.SSLContext:
    """Return the TLS context of a client on this machine that trusts exactly one certificate, for any host name."""
    context = ssl.create_default_context(cadata=certificate)
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return context


def first_certificate(file: Path) -> str:
    """Return the certificate of the server in a file that may contain others and a key."""
    end = "-----END CERTIFICATE-----"
    text = file.read_text()
    return text[text.index("-----BEGIN CERTIFICATE-----") : text.index(end) + len(end)] + "\n"


def fingerprint(file: Path) -> str:
    """Return the SHA-256 fingerprint of a certificate, as browsers show it."""
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(first_certificate(file))).hexdigest().upper()
    return ":".join(digest[n : n + 2] for n in range(0, len(digest), 2))


def own_certificate(folder: Path | None, names: tuple[str, ...], now: datetime.datetime | None = None) -> Path:
    """Return the file of the server's own certificate, made or renewed if necessary; raise `CertificateError`.

    A new one keeps the names of the one before: a machine that moves between two networks needs only one.
    """
    from cryptography import x509

    now = now or datetime.datetime.now(datetime.UTC)
    path = data_folder(folder) / CERTIFICATE_FILE
    wanted = dict.fromkeys(written for name in (*LOOPBACK, *names) if (written := _written(name)))
    known: list[str] = []
    try:
        found = x509.load_pem_x509_certificate(path.read_bytes())
        known = _names(found)
        if wanted.keys() <= set(known) and found.not_valid_after_utc - now > datetime.timedelta(days=RENEW_DAYS):
            tls_context(path, path)
            return path
    except (FileNotFoundError, ValueError, CertificateError):
        pass  # none yet, or damaged: a new one replaces it
    except OSError as wrong:
        raise _unusable(path, wrong) from wrong
    try:
        made = _make(list(dict.fromkeys([*wanted, *known]))[:MAX_NAMES], now)
        write_private(path, made, replace=True)
    except OSError as wrong:
        raise _unusable(path, wrong) from wrong
    return path


def _unusable(path: Path, wrong: OSError) -> CertificateError:
    return localized_error(CertificateError, "server.https.file", file=str(path), why=wrong.strerror or str(wrong))


def _written(name: str) -> str:
    """Return a name as certificates write it; empty if it cannot be in one."""
    try:
        return str(ipaddress.ip_address(name))
    except ValueError:
        pass
    try:
        return name.lower().encode("idna").decode() if name.strip() else ""
    except UnicodeError:
        return ""


def _names(certificate: Certificate) -> list[str]:
    from cryptography import x509

    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(one) for kind in (x509.DNSName, x509.IPAddress) for one in names.get_values_for_type(kind)]


def _make(names: list[str], now: datetime.datetime) -> bytes:
    """Return a new key and a self-signed certificate of these names."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Parlour"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Parlour on {socket.gethostname()}"[:64]),
        ]
    )
    others = ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "key_cert_sign")
    usage = dict.fromkeys((*others, "crl_sign", "encipher_only", "decipher_only"), False)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))  # clocks of phones may be behind
        .not_valid_after(now + datetime.timedelta(days=VALID_DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        # It can sign no other certificate: a device that trusts it trusts this server only.
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(digital_signature=True, **usage), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return certificate.public_bytes(serialization.Encoding.PEM) + private


def _general_name(name: str) -> GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
