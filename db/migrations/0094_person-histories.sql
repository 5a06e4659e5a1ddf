CREATE TABLE "person_histories" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"belts" uuid[] DEFAULT '{}' NOT NULL,
	"drops" text[] DEFAULT '{}' NOT NULL,
	"unwanted" uuid[] DEFAULT '{}' NOT NULL,
	"last_dress" text,
	"last_casual" text,
	"last_stretch" text,
	"taste_dress" text,
	"taste_casual" text,
	"taste_stretch" text
);
--> statement-breakpoint
ALTER TABLE "person_histories" ADD CONSTRAINT "person_histories_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Whether a box has its belt for good: curation may change the others (isOpen in server/curation/pool.ts).
CREATE FUNCTION "box_is_settled"(product uuid, kind text, packed timestamptz, chosen boolean, state text, reason text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT product IS NOT NULL AND (kind = 'owed' AND packed IS NULL AND NOT chosen
		AND (state IN ('owed', 'assigned') OR state = 'held' AND reason IN ('size', 'address', 'unseen', 'stock', 'belt'))) IS NOT TRUE
$$;--> statement-breakpoint
-- Writes what these people were sent and said, from their boxes. Two who change boxes of one person come one after the other:
-- the second reads once it has the row, and so what the first wrote. By indexes, however many rows PostgreSQL expects: a plan
-- made while the tables were small would read them whole for each person.
CREATE FUNCTION "settle_history"(ids uuid[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
BEGIN
	INSERT INTO person_histories (person_id) SELECT id FROM people WHERE id = ANY(ids) ORDER BY id ON CONFLICT DO NOTHING;
	PERFORM FROM person_histories WHERE person_id = ANY(ids) ORDER BY person_id FOR NO KEY UPDATE;
	UPDATE person_histories h SET belts = coalesce(s.belts, '{}'), drops = coalesce(s.drops, '{}'), unwanted = coalesce(s.unwanted, '{}'),
		last_dress = s.last_dress, last_casual = s.last_casual, last_stretch = s.last_stretch,
		taste_dress = s.taste_dress, taste_casual = s.taste_casual, taste_stretch = s.taste_stretch
	FROM unnest(ids) AS of(id) CROSS JOIN LATERAL (
		SELECT array_agg(b.product_id ORDER BY b.drop, b.id) FILTER (WHERE b.is_sent) AS belts, array_agg(b.drop ORDER BY b.drop, b.id) FILTER (WHERE b.is_sent) AS drops,
			array_agg(b.product_id ORDER BY b.id) FILTER (WHERE b.taste = 'not_for_me') AS unwanted,
			max(b.drop) FILTER (WHERE b.is_sent AND b.style = 'dress') AS last_dress,
			max(b.drop) FILTER (WHERE b.is_sent AND b.style = 'casual') AS last_casual,
			max(b.drop) FILTER (WHERE b.is_sent AND b.style = 'stretch') AS last_stretch,
			(array_agg(b.taste ORDER BY b.at DESC, b.id) FILTER (WHERE b.taste IS NOT NULL AND b.style = 'dress'))[1] AS taste_dress,
			(array_agg(b.taste ORDER BY b.at DESC, b.id) FILTER (WHERE b.taste IS NOT NULL AND b.style = 'casual'))[1] AS taste_casual,
			(array_agg(b.taste ORDER BY b.at DESC, b.id) FILTER (WHERE b.taste IS NOT NULL AND b.style = 'stretch'))[1] AS taste_stretch
		FROM (
			SELECT b.id, b.product_id, b.drop, p.style, f.taste, f.at,
				b.shipped_at IS NOT NULL OR b.state NOT IN ('cancelled', 'refunded') AND NOT b.is_replaced AS is_sent
			FROM boxes b JOIN products p ON p.id = b.product_id LEFT JOIN box_feedback f ON f.box_id = b.id
			WHERE b.person_id = of.id AND b.product_id IS NOT NULL AND box_is_settled(b.product_id, b.kind, b.packed_at, b.is_chosen, b.state, b.hold_reason)
		) b
	) s WHERE h.person_id = of.id;
END $$;--> statement-breakpoint
CREATE FUNCTION "histories_follow_boxes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[];
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT array_agg(DISTINCT person_id) INTO ids FROM fresh WHERE box_is_settled(product_id, kind, packed_at, is_chosen, state, hold_reason);
	ELSIF TG_OP = 'DELETE' THEN
		SELECT array_agg(DISTINCT person_id) INTO ids FROM stale WHERE box_is_settled(product_id, kind, packed_at, is_chosen, state, hold_reason);
	ELSE
		-- Never joined: a box of both tables cancels itself out, unless something changed that the history tells.
		SELECT array_agg(DISTINCT person_id) INTO ids FROM (
			SELECT person_id FROM (
				SELECT id, person_id, product_id, drop, shipped_at IS NOT NULL AS has_left, state IN ('cancelled', 'refunded') AS void, is_replaced, 1 AS n
				FROM fresh WHERE box_is_settled(product_id, kind, packed_at, is_chosen, state, hold_reason)
				UNION ALL SELECT id, person_id, product_id, drop, shipped_at IS NOT NULL, state IN ('cancelled', 'refunded'), is_replaced, -1
				FROM stale WHERE box_is_settled(product_id, kind, packed_at, is_chosen, state, hold_reason)
			) AS either GROUP BY id, person_id, product_id, drop, has_left, void, is_replaced HAVING sum(n) <> 0
		) AS changed;
	END IF;
	IF ids IS NOT NULL THEN PERFORM settle_history(ids); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "histories_follow_feedback"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE ids uuid[];
BEGIN
	IF TG_OP = 'DELETE' THEN
		SELECT array_agg(DISTINCT (SELECT b.person_id FROM boxes b WHERE b.id = s.box_id)) INTO ids FROM stale s;
	ELSE
		SELECT array_agg(DISTINCT (SELECT b.person_id FROM boxes b WHERE b.id = f.box_id)) INTO ids FROM fresh f;
	END IF;
	IF ids IS NOT NULL THEN PERFORM settle_history(ids); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "histories_follow_styles"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM settle_history(ARRAY(SELECT DISTINCT person_id FROM boxes WHERE product_id = NEW.id));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "histories_new" AFTER INSERT ON "boxes" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "histories_follow_boxes"();--> statement-breakpoint
CREATE TRIGGER "histories_changed" AFTER UPDATE ON "boxes" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "histories_follow_boxes"();--> statement-breakpoint
CREATE TRIGGER "histories_gone" AFTER DELETE ON "boxes" REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION "histories_follow_boxes"();--> statement-breakpoint
CREATE TRIGGER "histories_new" AFTER INSERT ON "box_feedback" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "histories_follow_feedback"();--> statement-breakpoint
CREATE TRIGGER "histories_changed" AFTER UPDATE ON "box_feedback" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "histories_follow_feedback"();--> statement-breakpoint
CREATE TRIGGER "histories_gone" AFTER DELETE ON "box_feedback" REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION "histories_follow_feedback"();--> statement-breakpoint
CREATE TRIGGER "histories_changed" AFTER UPDATE OF "style" ON "products" FOR EACH ROW WHEN (OLD.style <> NEW.style) EXECUTE FUNCTION "histories_follow_styles"();--> statement-breakpoint
-- The newest drop of which a box was begun, beside each box: joined to the boxes, it was compared with each of them.
CREATE OR REPLACE FUNCTION "status_of_boxes"(ids uuid[]) RETURNS TABLE(order_id uuid, status text) LANGUAGE sql STABLE AS $$
	SELECT b.order_id, CASE
		WHEN b.newest IS NULL AND bool_and(b.state IN ('cancelled', 'refunded')) THEN 'cancelled'
		WHEN b.newest IS NULL THEN 'pending'
		WHEN bool_or(b.drop = b.newest AND (b.state = 'packed' OR b.kind = 'owed' AND b.state IN ('owed', 'assigned', 'held'))) THEN 'processing'
		WHEN bool_or(b.drop = b.newest AND b.state = 'shipped') THEN 'shipped'
		ELSE 'delivered'
	END FROM (
		SELECT i.order_id, b.drop, b.state, b.kind,
			max(b.drop) FILTER (WHERE b.state IN ('packed', 'shipped', 'delivered', 'returned')) OVER (PARTITION BY i.order_id) AS newest
		FROM order_items i JOIN memberships m ON m.order_item_id = i.id JOIN boxes b ON b.membership_id = m.id WHERE i.order_id = ANY(ids)
	) b GROUP BY b.order_id, b.newest
$$;--> statement-breakpoint
-- What boxes imply for their orders. The old and new rows are never joined (PostgreSQL doesn't know how many there are, and
-- compared each with each), a box that curation holds, fills or empties changes no order, and the orders are looked up one by
-- one by their ids, so that a box costs the same in a drop of any size, with statistics or without.
CREATE OR REPLACE FUNCTION "orders_follow_boxes"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE members uuid[]; ids uuid[]; changed timestamptz; are_owed boolean := false; are_pending boolean;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		SELECT array_agg(DISTINCT membership_id), max(updated_at) INTO members, changed FROM (
			SELECT membership_id, max(updated_at) AS updated_at FROM (
				SELECT id, membership_id, drop, CASE WHEN state IN ('owed', 'assigned', 'held') THEN 'here' ELSE state END AS stage, updated_at, 1 AS n FROM fresh
				UNION ALL SELECT id, membership_id, drop, CASE WHEN state IN ('owed', 'assigned', 'held') THEN 'here' ELSE state END, NULL, -1 FROM stale
			) AS either GROUP BY id, membership_id, drop, stage HAVING sum(n) <> 0
		) AS moved;
	ELSE
		SELECT array_agg(DISTINCT membership_id), max(updated_at), bool_and(state = 'owed') INTO members, changed, are_owed FROM fresh;
	END IF;
	IF members IS NULL THEN RETURN NULL; END IF;
	SELECT array_agg(DISTINCT (SELECT i.order_id FROM order_items i WHERE i.id = (SELECT m.order_item_id FROM memberships m WHERE m.id = each.id)))
	INTO ids FROM unnest(members) AS each(id);
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
