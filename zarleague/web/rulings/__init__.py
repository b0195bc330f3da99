"""Pages of disputes and rulings, and the casebook."""
