"""The root of Parlour's own errors."""

__all__ = ["ParlourError"]


class ParlourError(Exception):
    """Something the person at the keyboard can put right: its text is a sentence for people.

    The command line prints that sentence and exits with status 2, the server answers with it. Each part of Parlour
    derives its own errors from this class; anything else that is raised is a defect and shows a traceback.
    """
