-- Creates two users, neither a superuser: shop_owner owns and migrates the tables, shop reads and writes rows.
-- An administrator runs this once, in the shop's own database, before the first start. compose.yaml does; elsewhere:
--   psql "$ADMIN_URL" -v owner_password=... -v shop_password=... -f deploy/postgres/roles.sql
\set ON_ERROR_STOP on
create role shop_owner login password :'owner_password';
create role shop login password :'shop_password';

-- An administrator who isn't a superuser (as on managed servers) can only transfer ownership to roles it belongs to.
grant shop_owner to current_user;
do $$ begin
  execute format('alter database %I owner to shop_owner', current_database());
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to shop', current_database());
end $$;

-- shop may use the rows of whatever shop_owner creates, also in schemas a restore rebuilds, but never change tables.
alter default privileges for role shop_owner revoke all on functions from public;
alter default privileges for role shop_owner grant execute on functions to shop;
alter default privileges for role shop_owner grant usage on schemas to shop;
alter default privileges for role shop_owner grant usage, select on sequences to shop;
alter default privileges for role shop_owner grant select, insert, update, delete on tables to shop;
