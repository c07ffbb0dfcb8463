"""The mails about accounts, in the languages of the client."""

from typing import Final

_TEXTS: Final = {
    "en": {
        "recover": (
            "Back into your Twilight account",
            "Hello {name},\n\n"
            "with this link you choose a new password; it works once, for one hour:\n\n"
            "{link}\n\n"
            "If you have not asked for it, nothing has changed and there is nothing to do.\n",
        ),
        "confirm": (
            "Confirm your address for Twilight",
            "Hello {name},\n\n"
            "open this link within a day, in the browser where you are signed in, to use this\n"
            "address for the recovery of your account:\n\n"
            "{link}\n\n"
            "If you have no account at {home}, somebody has mistaken the address; please ignore\n"
            "this mail.\n",
        ),
    },
    "es": {
        "recover": (
            "Recuperar tu cuenta de Twilight",
            "Hola, {name}:\n\n"
            "Con este enlace eliges una nueva contraseña; sirve una vez, durante una hora:\n\n"
            "{link}\n\n"
            "Si no lo has pedido, nada ha cambiado y no tienes que hacer nada.\n",
        ),
        "confirm": (
            "Confirma tu dirección para Twilight",
            "Hola, {name}:\n\n"
            "Abre este enlace antes de un día, en el navegador en el que has iniciado sesión,\n"
            "para usar esta dirección al recuperar tu cuenta:\n\n"
            "{link}\n\n"
            "Si no tienes cuenta en {home}, alguien se ha equivocado de dirección; ignora este\n"
            "correo.\n",
        ),
    },
}


def account_mail(kind: str, language: str, name: str, home: str, key: str) -> tuple[str, str]:
    """Write the subject and the text of a mail; `key` is what its link carries."""
    subject, text = _TEXTS.get(language, _TEXTS["en"])[kind]
    # Behind the sign that browsers never send on, so that no log and no page sees the key.
    link = f"{home}/account#{kind}={key}"
    return subject, text.format(name=name, link=link, home=home)
