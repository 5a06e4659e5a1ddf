ALTER TABLE "orders" ADD COLUMN "boxes_status" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_boxes_status" CHECK ("orders"."boxes_status" in ('pending', 'processing', 'shipped', 'delivered', 'cancelled'));--> statement-breakpoint
-- What boxes say of their orders: the newest drop of which a box was begun counts, and in it the box that is least far.
CREATE FUNCTION "status_of_boxes"(ids uuid[]) RETURNS TABLE(order_id uuid, status text) LANGUAGE sql STABLE AS $$
	WITH b AS (
		SELECT i.order_id, b.drop, b.state, b.kind FROM order_items i
		JOIN memberships m ON m.order_item_id = i.id JOIN boxes b ON b.membership_id = m.id WHERE i.order_id = ANY(ids)
	), newest AS (
		SELECT b.order_id, max(b.drop) AS drop FROM b WHERE b.state IN ('packed', 'shipped', 'delivered', 'returned') GROUP BY 1
	)
	SELECT b.order_id, CASE
		WHEN n.drop IS NULL AND bool_and(b.state IN ('cancelled', 'refunded')) THEN 'cancelled'
		WHEN n.drop IS NULL THEN 'pending'
		WHEN bool_or(b.drop = n.drop AND (b.state = 'packed' OR b.kind = 'owed' AND b.state IN ('owed', 'assigned', 'held'))) THEN 'processing'
		WHEN bool_or(b.drop = n.drop AND b.state = 'shipped') THEN 'shipped'
		ELSE 'delivered'
	END FROM b LEFT JOIN newest n ON n.order_id = b.order_id GROUP BY b.order_id, n.drop
$$;--> statement-breakpoint
CREATE FUNCTION "orders_follow_boxes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[]; changed timestamptz;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		SELECT array_agg(DISTINCT i.order_id), max(f.updated_at) INTO ids, changed FROM fresh f JOIN stale s ON s.id = f.id
		JOIN memberships m ON m.id = f.membership_id JOIN order_items i ON i.id = m.order_item_id
		WHERE (f.state, f.drop) IS DISTINCT FROM (s.state, s.drop);
	ELSE
		SELECT array_agg(DISTINCT i.order_id), max(f.updated_at) INTO ids, changed FROM fresh f
		JOIN memberships m ON m.id = f.membership_id JOIN order_items i ON i.id = m.order_item_id;
	END IF;
	IF ids IS NULL THEN RETURN NULL; END IF;
	-- In the order of their ids, whether or not they change: two boxes of an order that change at the same moment are looked at
	-- one after the other, and neither of two crowds waits for the other in a circle.
	PERFORM 1 FROM orders o WHERE o.id = ANY(ids) ORDER BY o.id FOR NO KEY UPDATE;
	UPDATE orders o SET boxes_status = b.status, status = b.status, updated_at = greatest(o.updated_at, changed)
	FROM status_of_boxes(ids) b WHERE b.order_id = o.id AND o.boxes_status IS DISTINCT FROM b.status;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_follow_new" AFTER INSERT ON "boxes" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "orders_follow_boxes"();--> statement-breakpoint
CREATE TRIGGER "orders_follow_changed" AFTER UPDATE ON "boxes" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "orders_follow_boxes"();--> statement-breakpoint
-- Orders of before: where nobody set a status by hand, it is what the boxes say from now on.
UPDATE orders o SET boxes_status = b.status,
	status = CASE WHEN EXISTS (SELECT 1 FROM audit_log a WHERE a.action = 'order.status' AND a.entity = 'orders' AND a.entity_id = o.id::text)
		THEN o.status ELSE b.status END
FROM status_of_boxes(ARRAY(SELECT id FROM orders)) b WHERE b.order_id = o.id;
