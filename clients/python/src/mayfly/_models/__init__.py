"""What the service answers with. Fields that a newer one adds are left out, values are given as they are."""
