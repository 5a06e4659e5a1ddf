#!/bin/sh
# The PostgreSQL image runs this when it creates the database.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set owner_password="$SHOP_OWNER_PASSWORD" --set shop_password="$SHOP_PASSWORD" --file /roles/roles.sql
