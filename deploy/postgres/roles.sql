-- Two users of one database, neither of them a superuser: shop_owner makes and changes tables, shop reads and writes rows.
-- Run once by an administrator, in the shop's own database and before its first start; compose.yaml does. Elsewhere:
--   psql "$ADMIN_URL" -v owner_password=... -v shop_password=... -f deploy/postgres/roles.sql
\set ON_ERROR_STOP on
create role shop_owner login password :'owner_password';
create role shop login password :'shop_password';

-- An administrator who is no superuser, as managed ones have, gives away only to roles that it is a member of.
grant shop_owner to current_user;
do $$ begin
  execute format('alter database %I owner to shop_owner', current_database());
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to shop', current_database());
end $$;

-- Whatever shop_owner makes, also in a schema that a restore makes anew, shop may use: rows, never tables.
alter default privileges for role shop_owner revoke all on functions from public;
alter default privileges for role shop_owner grant execute on functions to shop;
alter default privileges for role shop_owner grant usage on schemas to shop;
alter default privileges for role shop_owner grant usage, select on sequences to shop;
alter default privileges for role shop_owner grant select, insert, update, delete on tables to shop;
