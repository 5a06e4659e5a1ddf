ALTER TABLE "hand_orders" RENAME TO "manual_orders";--> statement-breakpoint
-- Since PostgreSQL 18, "not null" is a named constraint, too.
DO $$ DECLARE name text; BEGIN
	FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'manual_orders'::regclass AND conname LIKE 'hand\_orders%' LOOP
		EXECUTE format('ALTER TABLE manual_orders RENAME CONSTRAINT %I TO %I', name, replace(name, 'hand_orders', 'manual_orders'));
	END LOOP;
END $$;--> statement-breakpoint
ALTER INDEX "hand_orders_newest" RENAME TO "manual_orders_newest";--> statement-breakpoint
ALTER INDEX "hand_orders_order" RENAME TO "manual_orders_order";--> statement-breakpoint
-- Processes of the release before read and write the table under its old name while they're replaced. The next release drops it.
CREATE VIEW "hand_orders" AS SELECT * FROM "manual_orders";
