-- The order of new boxes is looked up by their memberships' ids. Joined to them, PostgreSQL read the tables of memberships and
-- order items whole until it next counted their rows: an eighth of an order's statement in a shop of a thousand orders.
CREATE OR REPLACE FUNCTION "orders_follow_boxes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[]; changed timestamptz; are_owed boolean := false; are_pending boolean;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		SELECT array_agg(DISTINCT i.order_id), max(f.updated_at) INTO ids, changed FROM fresh f JOIN stale s ON s.id = f.id
		JOIN memberships m ON m.id = f.membership_id JOIN order_items i ON i.id = m.order_item_id
		WHERE (f.state, f.drop) IS DISTINCT FROM (s.state, s.drop);
	ELSE
		SELECT array_agg(DISTINCT o.id), max(o.changed), bool_and(o.are_owed) INTO ids, changed, are_owed FROM (
			SELECT (SELECT i.order_id FROM order_items i WHERE i.id = (SELECT m.order_item_id FROM memberships m WHERE m.id = f.membership_id)) AS id,
				max(f.updated_at) AS changed, bool_and(f.state = 'owed') AS are_owed
			FROM fresh f GROUP BY f.membership_id) o;
	END IF;
	IF ids IS NULL THEN RETURN NULL; END IF;
	-- In the order of their ids, whether or not they change: two boxes of an order that change at the same moment are looked at
	-- one after the other, and neither of two crowds waits for the other in a circle.
	IF cardinality(ids) = 1 THEN
		SELECT o.boxes_status IS NOT DISTINCT FROM 'pending' INTO are_pending FROM orders o WHERE o.id = ids[1] FOR NO KEY UPDATE;
	ELSE
		SELECT bool_and(o.boxes_status IS NOT DISTINCT FROM 'pending') INTO are_pending
		FROM (SELECT boxes_status FROM orders WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE) o;
	END IF;
	-- Of a pending order nothing was packed, and with another box that is owed it stays so: what every purchase writes.
	IF are_owed AND are_pending THEN RETURN NULL; END IF;
	UPDATE orders o SET boxes_status = b.status, status = b.status, updated_at = greatest(o.updated_at, changed)
	FROM status_of_boxes(ids) b WHERE b.order_id = o.id AND o.boxes_status IS DISTINCT FROM b.status;
	RETURN NULL;
END $$;
