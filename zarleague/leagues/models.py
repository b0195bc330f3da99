from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody with an account."""
