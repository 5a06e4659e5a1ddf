#!/bin/sh
# Run by the image of PostgreSQL when it makes the database.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set owner_password="$SHOP_OWNER_PASSWORD" --set shop_password="$SHOP_PASSWORD" --file /roles/roles.sql
