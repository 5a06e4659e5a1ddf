DROP INDEX "checkouts_by_address";--> statement-breakpoint
DROP INDEX "checkouts_by_subnet";--> statement-breakpoint
DROP INDEX "checkouts_by_network";--> statement-breakpoint
DROP INDEX "checkouts_by_email";--> statement-breakpoint
CREATE INDEX "checkouts_by_address" ON "checkouts" USING btree ("address_key","created_at") WHERE "checkouts"."order_id" is null;--> statement-breakpoint
CREATE INDEX "checkouts_by_subnet" ON "checkouts" USING btree ("subnet_key","created_at") WHERE "checkouts"."order_id" is null;--> statement-breakpoint
CREATE INDEX "checkouts_by_network" ON "checkouts" USING btree ("network_key","created_at") WHERE "checkouts"."order_id" is null;--> statement-breakpoint
CREATE INDEX "checkouts_by_email" ON "checkouts" USING btree ("email_key","created_at") WHERE "checkouts"."order_id" is null;--> statement-breakpoint
-- A new row adds its own words. Before, each of order, item and address had all words of their order made anew, three times for
-- a purchase, and PostgreSQL planned that statement each time: a third of what a purchase took of it.
CREATE FUNCTION "words_of_order"(order_number text, emails text[], names text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE number text := regexp_replace(lower(order_number), '^bc-', ''); words text[] := ARRAY[number, replace(number, '-', '')]; said text;
BEGIN
	FOREACH said IN ARRAY emails LOOP words := words || fold_words(said); END LOOP;
	FOREACH said IN ARRAY names LOOP
		IF said IS NULL THEN CONTINUE; END IF;
		-- The second half of a double name is a word of its own, too.
		said := fold_words(said);
		words := words || regexp_split_to_array(said, '\s+') || regexp_split_to_array(said, '[\s-]+');
	END LOOP;
	RETURN words;
END $$;--> statement-breakpoint
CREATE FUNCTION "words_of_address"(name text, email text, place text, tracking text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE said text := fold_words(name);
BEGIN
	RETURN regexp_split_to_array(said, '\s+') || regexp_split_to_array(said, '[\s-]+') || regexp_split_to_array(fold_words(place), '[\s,]+')
		|| ARRAY[fold_words(email), regexp_replace(lower(tracking), '[\s-]', '', 'g')];
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "order_words_of"(ids uuid[]) RETURNS TABLE(order_id uuid, word text, created_at timestamptz) LANGUAGE sql STABLE AS $$
	SELECT DISTINCT o.id, left(w.word, 100), o.created_at
	FROM unnest(ids) AS wanted(id) JOIN orders o ON o.id = wanted.id CROSS JOIN LATERAL (
		SELECT unnest(words_of_order(o.order_number, ARRAY[o.purchaser_email, o.gift_recipient_email], ARRAY[o.gift_recipient_name, o.gift_sender_name])) AS word
		UNION ALL SELECT unnest(words_of_address(s.recipient_name, s.email,
			concat_ws(' ', s.address_line1, s.address_line2, s.city, s.state, s.zip_code), s.tracking_number)) FROM shipping_info s WHERE s.order_id = o.id
		UNION ALL SELECT 'tag:' || t.tag FROM order_tags t WHERE t.order_id = o.id
		UNION ALL SELECT 'plan:' || (i.preferences ->> 'planId') FROM order_items i WHERE i.order_id = o.id
	) AS w WHERE w.word <> ''
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "order_words_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[];
BEGIN
	IF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'orders' THEN
		INSERT INTO order_words (order_id, word, created_at) SELECT DISTINCT f.id, left(w.word, 100), f.created_at FROM fresh f CROSS JOIN LATERAL
			unnest(words_of_order(f.order_number, ARRAY[f.purchaser_email, f.gift_recipient_email], ARRAY[f.gift_recipient_name, f.gift_sender_name])) AS w(word)
		WHERE w.word <> '' ON CONFLICT DO NOTHING;
	ELSIF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'shipping_info' THEN
		INSERT INTO order_words (order_id, word, created_at) SELECT DISTINCT o.id, left(w.word, 100), o.created_at
		FROM fresh f JOIN orders o ON o.id = f.order_id CROSS JOIN LATERAL unnest(words_of_address(f.recipient_name, f.email,
			concat_ws(' ', f.address_line1, f.address_line2, f.city, f.state, f.zip_code), f.tracking_number)) AS w(word)
		WHERE w.word <> '' ON CONFLICT DO NOTHING;
	ELSIF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'order_items' THEN
		INSERT INTO order_words (order_id, word, created_at) SELECT DISTINCT o.id, left('plan:' || (f.preferences ->> 'planId'), 100), o.created_at
		FROM fresh f JOIN orders o ON o.id = f.order_id WHERE f.preferences ->> 'planId' IS NOT NULL ON CONFLICT DO NOTHING;
	ELSIF TG_OP = 'INSERT' THEN
		INSERT INTO order_words (order_id, word, created_at) SELECT DISTINCT o.id, left('tag:' || f.tag, 100), o.created_at
		FROM fresh f JOIN orders o ON o.id = f.order_id ON CONFLICT DO NOTHING;
	ELSIF TG_TABLE_NAME = 'orders' THEN
		SELECT array_agg(f.id) INTO ids FROM fresh f JOIN stale s ON s.id = f.id
		WHERE (f.order_number, f.purchaser_email, f.gift_recipient_email, f.gift_recipient_name, f.gift_sender_name, f.created_at)
			IS DISTINCT FROM (s.order_number, s.purchaser_email, s.gift_recipient_email, s.gift_recipient_name, s.gift_sender_name, s.created_at);
	ELSIF TG_TABLE_NAME = 'shipping_info' THEN
		SELECT array_agg(DISTINCT f.order_id) INTO ids FROM fresh f JOIN stale s ON s.id = f.id
		WHERE (f.recipient_name, f.email, f.address_line1, f.address_line2, f.city, f.state, f.zip_code, f.tracking_number)
			IS DISTINCT FROM (s.recipient_name, s.email, s.address_line1, s.address_line2, s.city, s.state, s.zip_code, s.tracking_number);
	ELSE
		SELECT array_agg(DISTINCT f.order_id) INTO ids FROM fresh f JOIN stale s ON s.id = f.id
		WHERE f.preferences ->> 'planId' IS DISTINCT FROM s.preferences ->> 'planId';
	END IF;
	IF ids IS NULL THEN RETURN NULL; END IF;
	DELETE FROM order_words w WHERE w.order_id = ANY(ids);
	INSERT INTO order_words (order_id, word, created_at) SELECT d.order_id, d.word, d.created_at FROM order_words_of(ids) d ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "orders_follow_boxes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[]; changed timestamptz; are_owed boolean := false; are_pending boolean;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		SELECT array_agg(DISTINCT i.order_id), max(f.updated_at) INTO ids, changed FROM fresh f JOIN stale s ON s.id = f.id
		JOIN memberships m ON m.id = f.membership_id JOIN order_items i ON i.id = m.order_item_id
		WHERE (f.state, f.drop) IS DISTINCT FROM (s.state, s.drop);
	ELSE
		SELECT array_agg(DISTINCT i.order_id), max(f.updated_at), bool_and(f.state = 'owed') INTO ids, changed, are_owed FROM fresh f
		JOIN memberships m ON m.id = f.membership_id JOIN order_items i ON i.id = m.order_item_id;
	END IF;
	IF ids IS NULL THEN RETURN NULL; END IF;
	-- In the order of their ids, whether or not they change: two boxes of an order that change at the same moment are looked at
	-- one after the other, and neither of two crowds waits for the other in a circle.
	SELECT bool_and(o.boxes_status IS NOT DISTINCT FROM 'pending') INTO are_pending
	FROM (SELECT boxes_status FROM orders WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE) o;
	-- Of a pending order nothing was packed, and with another box that is owed it stays so: what every purchase writes.
	IF are_owed AND are_pending THEN RETURN NULL; END IF;
	UPDATE orders o SET boxes_status = b.status, status = b.status, updated_at = greatest(o.updated_at, changed)
	FROM status_of_boxes(ids) b WHERE b.order_id = o.id AND o.boxes_status IS DISTINCT FROM b.status;
	RETURN NULL;
END $$;
