CREATE TABLE "changed_shipments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"left_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- When a box left; null while it's in the house. Those of before it was kept say it by what else happened to them.
CREATE FUNCTION "box_left_at"("boxes") RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN $1.kind = 'owed' AND $1.state IN ('shipped', 'delivered', 'returned') THEN coalesce($1.shipped_at, $1.delivered_at, $1.updated_at) END
$$;--> statement-breakpoint
CREATE FUNCTION "shipment_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	moved timestamptz[];
BEGIN
	IF TG_TABLE_NAME = 'boxes' THEN
		moved := ARRAY[box_left_at(OLD), box_left_at(NEW)];
		-- The first box of a payment counts as its sale: where that isn't the same one now, another day has it.
		INSERT INTO changed_shipments (left_at) SELECT unnest(moved) EXCEPT SELECT NULL UNION
		SELECT box_left_at(b) FROM boxes b WHERE b.payment_id IN (OLD.payment_id, NEW.payment_id) AND box_left_at(b) >= least(moved[1], moved[2]);
	ELSIF TG_TABLE_NAME = 'membership_payments' THEN
		INSERT INTO changed_shipments (left_at) SELECT DISTINCT box_left_at(b) FROM boxes b WHERE b.payment_id = NEW.id AND box_left_at(b) IS NOT NULL;
	ELSE
		-- The plan of payments of before it was kept with them.
		INSERT INTO changed_shipments (left_at) SELECT DISTINCT box_left_at(b) FROM boxes b JOIN membership_payments p ON p.id = b.payment_id
		WHERE b.membership_id = NEW.id AND p.plan_id IS NULL AND box_left_at(b) IS NOT NULL;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- By conditions, so that a purchase, whose boxes are in the house, calls nothing.
CREATE TRIGGER "shipments_new" AFTER INSERT ON "boxes" FOR EACH ROW
	WHEN (NEW.state IN ('shipped', 'delivered', 'returned')) EXECUTE FUNCTION "shipment_changed"();--> statement-breakpoint
CREATE TRIGGER "shipments_changed" AFTER UPDATE ON "boxes" FOR EACH ROW
	WHEN ((OLD.state IN ('shipped', 'delivered', 'returned') OR NEW.state IN ('shipped', 'delivered', 'returned'))
		AND (box_left_at(OLD), OLD.value, OLD.ship_to ->> 'state', OLD.payment_id, OLD.membership_id)
			IS DISTINCT FROM (box_left_at(NEW), NEW.value, NEW.ship_to ->> 'state', NEW.payment_id, NEW.membership_id))
	EXECUTE FUNCTION "shipment_changed"();--> statement-breakpoint
CREATE TRIGGER "shipments_gone" AFTER DELETE ON "boxes" FOR EACH ROW
	WHEN (OLD.state IN ('shipped', 'delivered', 'returned')) EXECUTE FUNCTION "shipment_changed"();--> statement-breakpoint
CREATE TRIGGER "shipments_changed" AFTER UPDATE ON "membership_payments" FOR EACH ROW
	WHEN ((OLD.amount + OLD.credit > 0, OLD.plan_id, OLD.ship_state) IS DISTINCT FROM (NEW.amount + NEW.credit > 0, NEW.plan_id, NEW.ship_state))
	EXECUTE FUNCTION "shipment_changed"();--> statement-breakpoint
CREATE TRIGGER "shipments_changed" AFTER UPDATE OF "plan_id" ON "memberships" FOR EACH ROW
	WHEN (OLD.plan_id <> NEW.plan_id) EXECUTE FUNCTION "shipment_changed"();
