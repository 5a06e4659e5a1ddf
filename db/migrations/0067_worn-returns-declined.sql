-- A belt that came back worn went home again without a remedy. It ends as `declined` since 0063, and is still under its warranty.
UPDATE "exchanges" SET "state" = 'declined' WHERE "state" = 'closed' AND "received_at" IS NOT NULL AND "settled_at" IS NULL;
