SET LOCAL check_function_bodies = off;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;--> statement-breakpoint
CREATE FUNCTION public.audit_log_is_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the audit log is not edited'; END $$;--> statement-breakpoint
CREATE FUNCTION public.box_counts_follow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO box_counts (drop, kind, state, boxes, value) SELECT drop, kind, state, count(*), sum(value) FROM fresh GROUP BY 1, 2, 3;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO box_counts (drop, kind, state, boxes, value) SELECT drop, kind, state, -count(*), -sum(value) FROM stale GROUP BY 1, 2, 3;
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT membership_id FROM stale;
	ELSE
		INSERT INTO box_counts (drop, kind, state, boxes, value) SELECT drop, kind, state, sum(n), sum(n * value)
		FROM (SELECT drop, kind, state, value, 1 AS n FROM fresh UNION ALL SELECT drop, kind, state, value, -1 FROM stale) AS moved
		GROUP BY 1, 2, 3 HAVING sum(n) <> 0 OR sum(n * value) <> 0;
		-- From one shelf of the house to another, nothing changes that is added up by membership.
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT f.membership_id FROM fresh f JOIN stale s ON s.id = f.id
		WHERE f.drop <> s.drop OR f.membership_id <> s.membership_id OR (f.state <> s.state
			AND NOT (f.state IN ('owed', 'assigned', 'packed', 'held') AND s.state IN ('owed', 'assigned', 'packed', 'held'))
			AND NOT (f.state IN ('shipped', 'delivered') AND s.state IN ('shipped', 'delivered')));
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TABLE public.boxes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    membership_id uuid NOT NULL,
    payment_id uuid,
    ordinal integer NOT NULL,
    drop text NOT NULL,
    state text DEFAULT 'owed'::text NOT NULL,
    value numeric(10,2) NOT NULL,
    product_id uuid,
    size text,
    tracking_number text,
    shipped_at timestamp with time zone,
    delivered_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    hold_reason text,
    refund_id uuid,
    person_id uuid NOT NULL,
    kind text DEFAULT 'owed'::text NOT NULL,
    is_replaced boolean DEFAULT false NOT NULL,
    packed_at timestamp with time zone,
    ship_to jsonb,
    is_chosen boolean DEFAULT false NOT NULL,
    voided_at timestamp with time zone,
    trouble text,
    trouble_at timestamp with time zone,
    review_on date,
    checked_at timestamp with time zone,
    CONSTRAINT boxes_drop CHECK ((drop ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
    CONSTRAINT boxes_kind CHECK (((kind = 'owed'::text) = (payment_id IS NOT NULL))),
    CONSTRAINT boxes_replacement CHECK (((kind = 'owed'::text) OR ((kind = 'replacement'::text) AND (value = (0)::numeric)))),
    CONSTRAINT boxes_state CHECK ((state = ANY (ARRAY['owed'::text, 'assigned'::text, 'packed'::text, 'shipped'::text, 'delivered'::text, 'returned'::text, 'cancelled'::text, 'refunded'::text, 'held'::text]))),
    CONSTRAINT boxes_trouble CHECK ((trouble = ANY (ARRAY['problem'::text, 'returned'::text, 'lost'::text, 'missing'::text]))),
    CONSTRAINT boxes_value CHECK ((value >= (0)::numeric))
);--> statement-breakpoint
CREATE FUNCTION public.box_left_at(public.boxes) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    AS $_$
	SELECT CASE WHEN $1.kind = 'owed' AND $1.state IN ('shipped', 'delivered', 'returned') THEN coalesce($1.shipped_at, $1.delivered_at, $1.updated_at) END
$_$;--> statement-breakpoint
CREATE FUNCTION public.dispute_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF TG_OP = 'INSERT' OR (NEW.status, NEW.amount, NEW.due_by) IS DISTINCT FROM (OLD.status, OLD.amount, OLD.due_by) THEN
		INSERT INTO dispute_changes (dispute_id, status, amount, due_by, at)
			VALUES (NEW.id, NEW.status, NEW.amount, NEW.due_by, NEW.updated_at);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.feedback_figures() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO figure_lines (kind, of_what, by_what, number) SELECT 'belt', b.product_id::text, said.word, -count(*)
		FROM stale s JOIN boxes b ON b.id = s.box_id CROSS JOIN LATERAL (VALUES ('any'), (s.fit), (s.taste)) AS said(word)
		WHERE said.word IS NOT NULL AND b.product_id IS NOT NULL GROUP BY 2, 3;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO figure_lines (kind, of_what, by_what, number) SELECT 'belt', b.product_id::text, said.word, count(*)
		FROM fresh f JOIN boxes b ON b.id = f.box_id CROSS JOIN LATERAL (VALUES ('any'), (f.fit), (f.taste)) AS said(word)
		WHERE said.word IS NOT NULL AND b.product_id IS NOT NULL GROUP BY 2, 3;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.fold_words(said text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
	SELECT translate(lower(regexp_replace(normalize(said, NFKD), E'[\u0300-\u036f]', '', 'g')), E'øØłŁđĐıß\'`´‘’ʼ', 'oollddis')
$$;--> statement-breakpoint
CREATE FUNCTION public.gift_told() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
	of_mail text := coalesce(NEW.fact, OLD.fact);
	gift uuid := CASE WHEN of_mail ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN of_mail::uuid END;
	told boolean := EXISTS (SELECT 1 FROM outbox WHERE fact = of_mail AND kind = 'gift-notice' AND (dropped_because IS NULL OR last_error IS NOT NULL));
	reminded boolean := EXISTS (SELECT 1 FROM outbox WHERE fact = of_mail AND kind = 'gift-reminder-10' AND (dropped_because IS NULL OR last_error IS NOT NULL));
BEGIN
	IF TG_OP = 'INSERT' THEN
		-- Many are written at once. Where somebody changes a gift in that moment, nobody waits: it's looked at again, and has its mail.
		PERFORM 1 FROM memberships WHERE id = gift FOR NO KEY UPDATE SKIP LOCKED;
		IF NOT FOUND THEN RETURN NULL; END IF;
	END IF;
	UPDATE memberships SET is_notice_written = told, is_reminded = reminded
	WHERE id = gift AND (is_notice_written, is_reminded) IS DISTINCT FROM (told, reminded);
	RETURN NULL;
END $_$;--> statement-breakpoint
CREATE FUNCTION public.membership_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF TG_TABLE_NAME = 'memberships' AND TG_OP = 'INSERT' THEN
		INSERT INTO changed_memberships (membership_id) SELECT id FROM fresh;
	ELSIF TG_TABLE_NAME = 'memberships' THEN
		INSERT INTO changed_memberships (membership_id) SELECT f.id FROM fresh f JOIN stale s ON s.id = f.id
		WHERE (f.status, f.renews, f.is_gift, f.plan_id, f.paid_until, f.renewal_price, f.lost_at)
			IS DISTINCT FROM (s.status, s.renews, s.is_gift, s.plan_id, s.paid_until, s.renewal_price, s.lost_at);
	ELSIF TG_TABLE_NAME = 'membership_payments' AND TG_OP = 'INSERT' THEN
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT membership_id FROM fresh;
	ELSIF TG_TABLE_NAME = 'membership_payments' THEN
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT f.membership_id FROM fresh f JOIN stale s ON s.id = f.id
		WHERE (f.amount, f.tax, f.credit, f.box_count, f.dispute, f.paid_at, f.plan_id, f.intent_id)
			IS DISTINCT FROM (s.amount, s.tax, s.credit, s.box_count, s.dispute, s.paid_at, s.plan_id, s.intent_id);
	ELSIF TG_TABLE_NAME = 'refunds' THEN
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT p.membership_id FROM fresh f JOIN membership_payments p ON p.id = f.payment_id;
	ELSIF TG_TABLE_NAME = 'refund_moves' THEN
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT p.membership_id
		FROM fresh f JOIN refunds r ON r.id = f.refund_id JOIN membership_payments p ON p.id = r.payment_id;
	ELSE
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT p.membership_id FROM fresh f JOIN membership_payments p ON p.intent_id = f.intent_id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.order_counts_follow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE more integer := 0; more_gifts integer := 0; part integer; part_gifts integer;
BEGIN
	IF TG_OP <> 'DELETE' THEN
		SELECT count(*), count(*) FILTER (WHERE recipient_type = 'gift') INTO more, more_gifts FROM fresh;
	END IF;
	IF TG_OP <> 'INSERT' THEN
		SELECT count(*), count(*) FILTER (WHERE recipient_type = 'gift') INTO part, part_gifts FROM stale;
		more := more - part;
		more_gifts := more_gifts - part_gifts;
	END IF;
	IF more <> 0 OR more_gifts <> 0 THEN
		-- One slot a connection: no transaction ever holds two, so none waits in a circle.
		UPDATE order_counts SET orders = orders + more, gifts = gifts + more_gifts WHERE slot = pg_backend_pid() % 16;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.order_tags_forget() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	DELETE FROM order_words w USING stale s WHERE w.order_id = s.order_id AND w.word = 'tag:' || s.tag;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.order_words_follow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.order_words_of(ids uuid[]) RETURNS TABLE(order_id uuid, word text, created_at timestamp with time zone)
    LANGUAGE sql STABLE
    AS $$
	SELECT DISTINCT o.id, left(w.word, 100), o.created_at
	FROM unnest(ids) AS wanted(id) JOIN orders o ON o.id = wanted.id CROSS JOIN LATERAL (
		SELECT unnest(words_of_order(o.order_number, ARRAY[o.purchaser_email, o.gift_recipient_email], ARRAY[o.gift_recipient_name, o.gift_sender_name])) AS word
		UNION ALL SELECT unnest(words_of_address(s.recipient_name, s.email,
			concat_ws(' ', s.address_line1, s.address_line2, s.city, s.state, s.zip_code), s.tracking_number)) FROM shipping_info s WHERE s.order_id = o.id
		UNION ALL SELECT 'tag:' || t.tag FROM order_tags t WHERE t.order_id = o.id
		UNION ALL SELECT 'plan:' || (i.preferences ->> 'planId') FROM order_items i WHERE i.order_id = o.id
	) AS w WHERE w.word <> ''
$$;--> statement-breakpoint
CREATE FUNCTION public.orders_follow_boxes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
END $$;--> statement-breakpoint
CREATE FUNCTION public.refund_tried() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF NEW.provider_id IS NULL THEN
		RETURN NULL;
	END IF;
	INSERT INTO refund_tries (provider_id, refund_id, made_at)
		VALUES (NEW.provider_id, NEW.id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END)
		ON CONFLICT DO NOTHING;
	IF NEW.status = 'failed' THEN
		UPDATE refund_tries SET came_back_at = coalesce(came_back_at, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END)
			WHERE provider_id = NEW.provider_id AND refund_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.search_query(said text) RETURNS tsquery
    LANGUAGE sql STABLE STRICT
    AS $$
	SELECT coalesce(string_agg(nullif(to_tsquery('pg_catalog.simple'::regconfig, quote_literal(w.word) || ':*')::text, ''), ' & ')::tsquery, ''::tsquery)
	FROM regexp_split_to_table(fold_words(said), E'[!-/:-@[-`{-~\\s]+') AS w(word) WHERE w.word <> ''
$$;--> statement-breakpoint
CREATE FUNCTION public.search_words(said text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
	SELECT to_tsvector('pg_catalog.simple'::regconfig, regexp_replace(
		translate(lower(regexp_replace(normalize(said, NFKD), E'[\u0300-\u036f]', '', 'g')), E'øØłŁđĐıß\'`´‘’ʼ', 'oollddis'), E'[!-/:-@[-`{-~\\s]+', ' ', 'g'))
$$;--> statement-breakpoint
CREATE FUNCTION public.shipment_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.status_of_boxes(ids uuid[]) RETURNS TABLE(order_id uuid, status text)
    LANGUAGE sql STABLE
    AS $$
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
CREATE FUNCTION public.store_credit_is_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- What the staff wrote to somebody goes with their data; the line itself stays.
  IF TG_OP = 'UPDATE' AND NEW."words" IS NULL AND to_jsonb(NEW) - 'words' = to_jsonb(OLD) - 'words' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the store credit is not edited: write another line';
END $$;--> statement-breakpoint
CREATE FUNCTION public.store_credit_not_below_zero() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE balance numeric;
BEGIN
  PERFORM 1 FROM "people" WHERE "id" = NEW."person_id" FOR NO KEY UPDATE;
  SELECT sum("amount") INTO balance FROM "store_credit" WHERE "person_id" = NEW."person_id";
  IF balance < 0 THEN
    RAISE EXCEPTION 'store credit would be below zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'store_credit_not_below_zero';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.words_of_address(name text, email text, place text, tracking text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
DECLARE said text := fold_words(name);
BEGIN
	RETURN regexp_split_to_array(said, '\s+') || regexp_split_to_array(said, '[\s-]+') || regexp_split_to_array(fold_words(place), '[\s,]+')
		|| ARRAY[fold_words(email), regexp_replace(lower(tracking), '[\s-]', '', 'g')];
END $$;--> statement-breakpoint
CREATE FUNCTION public.words_of_order(order_number text, emails text[], names text[]) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
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
CREATE TABLE public.account_links (
    token_hash text NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    membership_id uuid,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT account_links_purpose CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'gift'::text, 'data-copy'::text, 'data-deletion'::text])))
);--> statement-breakpoint
CREATE TABLE public.account_revocations (
    email text NOT NULL,
    revoked_at timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE public.account_sessions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    token_hash text NOT NULL,
    email text NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    previous_token_hash text,
    rotated_at timestamp with time zone,
    is_token_known boolean DEFAULT true NOT NULL,
    proved_at timestamp with time zone,
    user_agent text DEFAULT ''::text NOT NULL
);--> statement-breakpoint
CREATE TABLE public.alarms (
    id text NOT NULL,
    label text NOT NULL,
    value text NOT NULL,
    since timestamp with time zone NOT NULL,
    told_at timestamp with time zone,
    ended_at timestamp with time zone
);--> statement-breakpoint
CREATE TABLE public.approvals (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    call text NOT NULL,
    input jsonb NOT NULL,
    user_id uuid NOT NULL,
    username text NOT NULL,
    kind text NOT NULL,
    amount numeric(10,2) NOT NULL,
    order_id uuid,
    state text DEFAULT 'waiting'::text NOT NULL,
    decided_by text,
    decided_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT approvals_state CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text])))
);--> statement-breakpoint
CREATE TABLE public.audit_log (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    at timestamp with time zone NOT NULL,
    user_id uuid,
    username text NOT NULL,
    role text NOT NULL,
    action text NOT NULL,
    entity text NOT NULL,
    entity_id text NOT NULL,
    before jsonb,
    after jsonb
);--> statement-breakpoint
CREATE TABLE public.balance_movements (
    id text NOT NULL,
    category text NOT NULL,
    amount numeric(10,2) NOT NULL,
    fee numeric(10,2) DEFAULT 0 NOT NULL,
    source_id text,
    description text,
    payout_id text,
    at timestamp with time zone NOT NULL,
    kind text,
    intent_id text
);--> statement-breakpoint
CREATE TABLE public.belt_variants (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    product_id uuid NOT NULL,
    size text NOT NULL,
    stock integer DEFAULT 0 NOT NULL,
    CONSTRAINT belt_variants_stock CHECK ((stock >= 0))
);--> statement-breakpoint
CREATE TABLE public.box_counts (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    drop text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    boxes integer NOT NULL,
    value numeric(10,2) DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE public.box_feedback (
    box_id uuid NOT NULL,
    fit text,
    taste text,
    at timestamp with time zone NOT NULL,
    CONSTRAINT box_feedback_fit CHECK ((fit = ANY (ARRAY['tight'::text, 'right'::text, 'loose'::text]))),
    CONSTRAINT box_feedback_taste CHECK ((taste = ANY (ARRAY['love'::text, 'fine'::text, 'not_for_me'::text])))
);--> statement-breakpoint
CREATE TABLE public.canned_answers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    display_order integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.changed_memberships (
    id bigint NOT NULL,
    membership_id uuid NOT NULL
);--> statement-breakpoint
CREATE SEQUENCE public.changed_memberships_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;--> statement-breakpoint
ALTER SEQUENCE public.changed_memberships_id_seq OWNED BY public.changed_memberships.id;--> statement-breakpoint
CREATE TABLE public.changed_shipments (
    id bigint NOT NULL,
    left_at timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE SEQUENCE public.changed_shipments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;--> statement-breakpoint
ALTER SEQUENCE public.changed_shipments_id_seq OWNED BY public.changed_shipments.id;--> statement-breakpoint
CREATE TABLE public.checkouts (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    cart_hash text NOT NULL,
    snapshot jsonb NOT NULL,
    kind text NOT NULL,
    subtotal numeric(10,2) NOT NULL,
    tax numeric(10,2),
    total numeric(10,2),
    customer_id text,
    intent_id text,
    subscription_id text,
    purchaser_email text,
    promotion_code text,
    consent jsonb,
    status text DEFAULT 'open'::text NOT NULL,
    order_id uuid,
    last_error text,
    checked_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    told_at timestamp with time zone,
    discount numeric(10,2) DEFAULT 0 NOT NULL,
    address_key text,
    email_key text,
    declines integer DEFAULT 0 NOT NULL,
    subnet_key text,
    network_key text,
    owed_since timestamp with time zone,
    CONSTRAINT checkouts_kind CHECK ((kind = ANY (ARRAY['subscription'::text, 'payment'::text, 'setup'::text, 'free'::text]))),
    CONSTRAINT checkouts_order CHECK (((status = ANY (ARRAY['completing'::text, 'done'::text])) = (order_id IS NOT NULL))),
    CONSTRAINT checkouts_status CHECK ((status = ANY (ARRAY['open'::text, 'completing'::text, 'done'::text, 'abandoned'::text, 'mismatched'::text])))
);--> statement-breakpoint
CREATE TABLE public.contact_messages (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    subject text NOT NULL,
    category text,
    order_number text,
    message text NOT NULL,
    answered_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    done_at timestamp with time zone,
    origin text DEFAULT 'form'::text NOT NULL,
    verified_by text,
    aside text,
    follows uuid,
    waiting_since timestamp with time zone DEFAULT now() NOT NULL,
    snoozed_until timestamp with time zone,
    assignee text,
    writer text,
    writer_seen_at timestamp with time zone,
    version integer DEFAULT 0 NOT NULL,
    CONSTRAINT contact_messages_aside CHECK ((aside = ANY (ARRAY['spam'::text, 'automatic'::text, 'bounce'::text, 'list'::text, 'loop'::text, 'own'::text]))),
    CONSTRAINT contact_messages_category CHECK ((category = ANY (ARRAY['general'::text, 'order'::text, 'return'::text, 'billing'::text, 'sizing'::text, 'feedback'::text]))),
    CONSTRAINT contact_messages_verified CHECK ((verified_by = ANY (ARRAY['order'::text, 'server'::text, 'reply'::text, 'staff'::text])))
);--> statement-breakpoint
CREATE TABLE public.contact_notes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    message_id uuid NOT NULL,
    user_id uuid,
    username text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.contact_replies (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    message_id uuid NOT NULL,
    user_id uuid,
    username text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.credit_uses (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    membership_id uuid NOT NULL,
    invoice_id text NOT NULL,
    amount numeric(10,2) NOT NULL,
    state text DEFAULT 'kept'::text NOT NULL,
    round integer DEFAULT 1 NOT NULL,
    placed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_uses_amount CHECK ((amount >= (0)::numeric)),
    CONSTRAINT credit_uses_state CHECK ((state = ANY (ARRAY['kept'::text, 'returned'::text, 'spent'::text])))
);--> statement-breakpoint
CREATE TABLE public.curation_runs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    drop text NOT NULL,
    state text DEFAULT 'running'::text NOT NULL,
    is_automatic boolean NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    assigned integer DEFAULT 0 NOT NULL,
    held integer DEFAULT 0 NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    error text,
    CONSTRAINT curation_runs_state CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);--> statement-breakpoint
CREATE TABLE public.dead_addresses (
    email text NOT NULL,
    kind text NOT NULL,
    words text NOT NULL,
    source text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT dead_addresses_kind CHECK ((kind = ANY (ARRAY['bounce'::text, 'complaint'::text]))),
    CONSTRAINT dead_addresses_source CHECK ((source = ANY (ARRAY['smtp'::text, 'mailbox'::text, 'ses'::text, 'postmark'::text, 'desk'::text])))
);--> statement-breakpoint
CREATE TABLE public.delays (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    box_id uuid NOT NULL,
    reason text NOT NULL,
    notice_id uuid,
    original_day date NOT NULL,
    was_day date NOT NULL,
    new_day date,
    silence text NOT NULL,
    refund_after date,
    answer text,
    answered_at timestamp with time zone,
    answered_by text,
    ended_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT delays_answer CHECK ((answer = ANY (ARRAY['wait'::text, 'refund'::text]))),
    CONSTRAINT delays_reason CHECK ((reason = ANY (ARRAY['hold'::text, 'release'::text, 'ship-by'::text, 'month'::text, 'stock'::text, 'unseen'::text, 'late'::text]))),
    CONSTRAINT delays_refund_after CHECK (((silence = 'refund'::text) = (refund_after IS NOT NULL))),
    CONSTRAINT delays_silence CHECK ((silence = ANY (ARRAY['wait'::text, 'refund'::text])))
);--> statement-breakpoint
CREATE TABLE public.demo_cards (
    customer_id text NOT NULL,
    label text NOT NULL,
    pays_renewals boolean DEFAULT true NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    last_month text,
    chosen_at timestamp with time zone
);--> statement-breakpoint
CREATE TABLE public.demo_intents (
    id text NOT NULL,
    client_secret text NOT NULL,
    idempotency_key text NOT NULL,
    checkout_id uuid NOT NULL,
    customer_id text NOT NULL,
    subscription_id text,
    amount_cents integer NOT NULL,
    currency text DEFAULT 'USD'::text NOT NULL,
    status text DEFAULT 'requires_payment_method'::text NOT NULL,
    payer_email text,
    payment_method text,
    paid_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    kind text DEFAULT 'payment'::text NOT NULL,
    CONSTRAINT demo_intents_status CHECK ((status = ANY (ARRAY['requires_payment_method'::text, 'requires_action'::text, 'succeeded'::text, 'canceled'::text])))
);--> statement-breakpoint
CREATE TABLE public.demo_invoices (
    id text NOT NULL,
    subscription_id text NOT NULL,
    amount_cents integer NOT NULL,
    tax_cents integer NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    intent_id text,
    period_start text NOT NULL,
    period_end text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_on text,
    paid_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    tried_card_id text,
    plan_id text,
    credit_cents integer DEFAULT 0 NOT NULL,
    CONSTRAINT demo_invoices_status CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'void'::text])))
);--> statement-breakpoint
CREATE TABLE public.demo_parcels (
    shipment_id text NOT NULL,
    reference text NOT NULL,
    tracking_number text NOT NULL,
    is_return boolean NOT NULL,
    sender jsonb NOT NULL,
    receiver jsonb NOT NULL,
    cents integer NOT NULL,
    bought_at timestamp with time zone,
    voided_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.demo_refunds (
    id text NOT NULL,
    idempotency_key text NOT NULL,
    intent_id text NOT NULL,
    amount_cents integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.demo_subscriptions (
    id text NOT NULL,
    idempotency_key text NOT NULL,
    customer_id text NOT NULL,
    plan_id text NOT NULL,
    checkout_id uuid NOT NULL,
    next_charge_on text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    amount_cents integer DEFAULT 0 NOT NULL,
    tax_cents integer DEFAULT 0 NOT NULL,
    cancel_at_period_end boolean DEFAULT false NOT NULL,
    months integer DEFAULT 1 NOT NULL,
    CONSTRAINT demo_subscriptions_status CHECK ((status = ANY (ARRAY['incomplete'::text, 'active'::text, 'past_due'::text, 'canceled'::text])))
);--> statement-breakpoint
CREATE TABLE public.dispute_changes (
    id bigint NOT NULL,
    dispute_id text NOT NULL,
    status text NOT NULL,
    amount numeric(10,2) NOT NULL,
    due_by timestamp with time zone,
    at timestamp with time zone NOT NULL,
    CONSTRAINT dispute_changes_status CHECK ((status = ANY (ARRAY['warning_needs_response'::text, 'warning_under_review'::text, 'warning_closed'::text, 'needs_response'::text, 'under_review'::text, 'appeal_needs_response'::text, 'appeal_under_review'::text, 'won'::text, 'lost'::text, 'prevented'::text])))
);--> statement-breakpoint
CREATE SEQUENCE public.dispute_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;--> statement-breakpoint
ALTER SEQUENCE public.dispute_changes_id_seq OWNED BY public.dispute_changes.id;--> statement-breakpoint
CREATE TABLE public.disputes (
    id text NOT NULL,
    intent_id text NOT NULL,
    amount numeric(10,2) NOT NULL,
    reason text NOT NULL,
    state text NOT NULL,
    due_by timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    opened_at timestamp with time zone,
    closed_at timestamp with time zone,
    status text DEFAULT 'needs_response'::text NOT NULL,
    CONSTRAINT disputes_state CHECK ((state = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text])))
);--> statement-breakpoint
CREATE TABLE public.drop_notices (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    drop text NOT NULL,
    kind text NOT NULL,
    words text NOT NULL,
    ship_by date,
    to_drop text,
    username text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT drop_notices_kind CHECK ((kind = ANY (ARRAY['hold'::text, 'release'::text, 'ship-by'::text, 'month'::text])))
);--> statement-breakpoint
CREATE TABLE public.drops (
    drop text NOT NULL,
    cut_off_at timestamp with time zone NOT NULL,
    ship_by text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT drops_name CHECK ((drop ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
    CONSTRAINT drops_state CHECK ((state = ANY (ARRAY['open'::text, 'curated'::text, 'held'::text])))
);--> statement-breakpoint
CREATE TABLE public.exchange_photos (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    box_id uuid NOT NULL,
    email text NOT NULL,
    exchange_id uuid,
    content bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.exchanges (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    box_id uuid NOT NULL,
    kind text NOT NULL,
    remedy text NOT NULL,
    state text DEFAULT 'requested'::text NOT NULL,
    asked_by text NOT NULL,
    wanted_product_id uuid,
    wanted_size text,
    details text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    replacement_box_id uuid,
    refund_id uuid,
    expires_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone,
    settled_at timestamp with time zone,
    closed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    label_sent_at timestamp with time zone,
    part text,
    wish text,
    answer text DEFAULT ''::text NOT NULL,
    decided_at timestamp with time zone,
    tracking_number text DEFAULT ''::text NOT NULL,
    kept numeric(10,2),
    CONSTRAINT exchanges_asked_by CHECK ((asked_by = ANY (ARRAY['member'::text, 'guest'::text, 'owner'::text]))),
    CONSTRAINT exchanges_kept CHECK ((kept >= (0)::numeric)),
    CONSTRAINT exchanges_kind CHECK ((kind = ANY (ARRAY['size'::text, 'style'::text, 'damaged'::text, 'return'::text, 'lost'::text]))),
    CONSTRAINT exchanges_remedy CHECK ((remedy = ANY (ARRAY['replacement'::text, 'refund'::text, 'credit'::text, 'repair'::text]))),
    CONSTRAINT exchanges_state CHECK ((state = ANY (ARRAY['claimed'::text, 'offered'::text, 'requested'::text, 'received'::text, 'repaired'::text, 'shipped'::text, 'refunded'::text, 'credited'::text, 'closed'::text, 'fixed'::text, 'declined'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT exchanges_wanted CHECK (((remedy <> 'replacement'::text) OR (state = ANY (ARRAY['claimed'::text, 'offered'::text, 'declined'::text, 'cancelled'::text])) OR ((wanted_product_id IS NOT NULL) AND (wanted_size IS NOT NULL) AND (replacement_box_id IS NOT NULL))))
);--> statement-breakpoint
CREATE TABLE public.figure_lines (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    of_what text DEFAULT ''::text NOT NULL,
    by_what text DEFAULT ''::text NOT NULL,
    number integer NOT NULL,
    amount numeric DEFAULT '0'::numeric NOT NULL
);--> statement-breakpoint
CREATE TABLE public.fraud_warnings (
    id text NOT NULL,
    intent_id text NOT NULL,
    kind text NOT NULL,
    is_open boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.given_away (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid,
    username text NOT NULL,
    kind text NOT NULL,
    amount numeric(10,2) NOT NULL,
    order_id uuid,
    approved_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT given_away_amount CHECK ((amount > (0)::numeric)),
    CONSTRAINT given_away_kind CHECK ((kind = ANY (ARRAY['credit'::text, 'refund'::text, 'free-belts'::text, 'free-order'::text, 'free-code'::text, 'replacement'::text, 'write-off'::text])))
);--> statement-breakpoint
CREATE TABLE public.manual_orders (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    cart jsonb NOT NULL,
    cart_hash text NOT NULL,
    email text NOT NULL,
    reason text NOT NULL,
    token_hash text,
    expires_at timestamp with time zone,
    username text NOT NULL,
    order_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT manual_orders_kind CHECK ((kind = ANY (ARRAY['link'::text, 'card'::text, 'paid'::text, 'free'::text, 'replacement'::text])))
);--> statement-breakpoint
CREATE VIEW public.hand_orders AS
 SELECT id,
    kind,
    cart,
    cart_hash,
    email,
    reason,
    token_hash,
    expires_at,
    username,
    order_id,
    created_at
   FROM public.manual_orders;--> statement-breakpoint
CREATE TABLE public.handovers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    membership_id uuid NOT NULL,
    from_email text,
    to_email text NOT NULL,
    to_name text NOT NULL,
    state text DEFAULT 'asked'::text NOT NULL,
    choice jsonb,
    customer_id text,
    intent_id text,
    former_subscription_id text,
    username text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT handovers_state CHECK ((state = ANY (ARRAY['asked'::text, 'accepted'::text, 'done'::text, 'withdrawn'::text])))
);--> statement-breakpoint
CREATE TABLE public.inbound_mails (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    message_id uuid NOT NULL,
    place text NOT NULL,
    digest text NOT NULL,
    rfc_id text DEFAULT ''::text NOT NULL,
    from_name text DEFAULT ''::text NOT NULL,
    from_email text NOT NULL,
    asks_for text,
    verified_by text,
    is_first boolean NOT NULL,
    text text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT inbound_mails_verified CHECK ((verified_by = ANY (ARRAY['server'::text, 'reply'::text])))
);--> statement-breakpoint
CREATE TABLE public.kept_mails (
    mail_id uuid NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    answer text NOT NULL,
    subject text,
    text text,
    html text,
    gone_because text,
    CONSTRAINT kept_mails_gone CHECK (((gone_because IS NULL) = (html IS NOT NULL))),
    CONSTRAINT kept_mails_gone_because CHECK ((gone_because = ANY (ARRAY['deleted'::text, 'old'::text])))
);--> statement-breakpoint
CREATE TABLE public.letter_readers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    letter_id uuid NOT NULL,
    email text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    sent_at timestamp with time zone,
    problem text,
    CONSTRAINT letter_readers_state CHECK ((state = ANY (ARRAY['waiting'::text, 'queued'::text, 'sent'::text, 'bounced'::text, 'complained'::text, 'dropped'::text])))
);--> statement-breakpoint
CREATE TABLE public.letters (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    slug text NOT NULL,
    month text NOT NULL,
    username text,
    subject text NOT NULL,
    preview text DEFAULT ''::text NOT NULL,
    blocks jsonb NOT NULL,
    audience jsonb NOT NULL,
    state text DEFAULT 'draft'::text NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    send_at timestamp with time zone,
    published_at timestamp with time zone,
    listed_after text,
    listed_at timestamp with time zone,
    released_at timestamp with time zone,
    finished_at timestamp with time zone,
    stopped_because text,
    sent_before integer DEFAULT 0 NOT NULL,
    bounced_before integer DEFAULT 0 NOT NULL,
    figures jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT letters_month CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
    CONSTRAINT letters_state CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'stopped'::text, 'sent'::text, 'ended'::text])))
);--> statement-breakpoint
CREATE TABLE public.login_attempts (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    account_key text NOT NULL,
    address_key text NOT NULL,
    succeeded boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.login_challenges (
    token_hash text NOT NULL,
    user_id uuid,
    kind text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT login_challenges_kind CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey-sign-in'::text, 'passkey-add'::text, 'passkey-confirm'::text])))
);--> statement-breakpoint
CREATE TABLE public.lost_taxes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    dispute_id text NOT NULL,
    payment_id uuid NOT NULL,
    amount numeric(10,2) NOT NULL,
    tax numeric(10,2) NOT NULL,
    at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    tax_reversal_id text
);--> statement-breakpoint
CREATE TABLE public.mail_attachments (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    mail_id uuid NOT NULL,
    name text NOT NULL,
    type text,
    size integer NOT NULL,
    content bytea
);--> statement-breakpoint
CREATE TABLE public.mail_optouts (
    email text NOT NULL,
    kind text NOT NULL,
    token text NOT NULL,
    opted_out_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT mail_optouts_kind CHECK ((kind = ANY (ARRAY['gift-reminders'::text, 'size-reminders'::text, 'review-requests'::text, 'yearly-summary'::text])))
);--> statement-breakpoint
CREATE TABLE public.mail_readings (
    place text NOT NULL,
    size integer NOT NULL,
    received_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    reason text,
    CONSTRAINT mail_readings_reason CHECK ((reason = ANY (ARRAY['time'::text, 'memory'::text, 'output'::text, 'crash'::text])))
);--> statement-breakpoint
CREATE TABLE public.mailbox_places (
    folder text NOT NULL,
    validity text NOT NULL,
    uid bigint NOT NULL,
    read_at timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE public.membership_figures (
    membership_id uuid NOT NULL,
    is_gift boolean NOT NULL,
    is_running boolean NOT NULL,
    renews boolean NOT NULL,
    plan_id text NOT NULL,
    cohort text NOT NULL,
    drops text[] NOT NULL,
    joined_on date NOT NULL,
    lost_on date,
    recurring numeric,
    stage text,
    worth numeric(10,2) NOT NULL,
    due_on date,
    term numeric(10,2),
    off numeric(10,2),
    CONSTRAINT membership_figures_stage CHECK (((stage IS NOT NULL) = is_gift))
);--> statement-breakpoint
CREATE TABLE public.membership_links (
    token_hash text NOT NULL,
    membership_id uuid NOT NULL,
    purpose text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT membership_links_purpose CHECK ((purpose = 'card'::text))
);--> statement-breakpoint
CREATE TABLE public.membership_payments (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    membership_id uuid NOT NULL,
    reference text NOT NULL,
    amount numeric(10,2) NOT NULL,
    tax numeric(10,2) DEFAULT 0 NOT NULL,
    box_count integer NOT NULL,
    paid_at timestamp with time zone NOT NULL,
    intent_id text,
    dispute text,
    tax_calculation_id text,
    tax_transaction_id text,
    expected numeric(10,2),
    decided_at timestamp with time zone,
    credit numeric(10,2) DEFAULT 0 NOT NULL,
    ship_state text,
    paid_by text,
    plan_id text,
    adopted_at timestamp with time zone,
    CONSTRAINT membership_payments_amount CHECK ((amount >= (0)::numeric)),
    CONSTRAINT membership_payments_boxes CHECK (((box_count > 0) OR (expected IS NOT NULL))),
    CONSTRAINT membership_payments_credit CHECK ((credit >= (0)::numeric)),
    CONSTRAINT membership_payments_dispute CHECK ((dispute = ANY (ARRAY['open'::text, 'lost'::text]))),
    CONSTRAINT membership_payments_paid_by CHECK ((paid_by = ANY (ARRAY['cash'::text, 'check'::text, 'transfer'::text])))
);--> statement-breakpoint
CREATE TABLE public.memberships (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    order_item_id uuid NOT NULL,
    person_id uuid NOT NULL,
    plan_id text NOT NULL,
    is_gift boolean NOT NULL,
    renews boolean NOT NULL,
    stripe_subscription_id text,
    paid_until date NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    gender text NOT NULL,
    styles jsonb NOT NULL,
    size text NOT NULL,
    address jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    customer_id text,
    past_due_since date,
    cancelled_at timestamp with time zone,
    renewal_checked_at timestamp with time zone,
    member_email text,
    payer_email text,
    needs_guide boolean DEFAULT false NOT NULL,
    card_checked_for date,
    renewal_price numeric(10,2),
    provider_plan_id text,
    provider_price numeric(10,2),
    provider_terms text,
    notice_on date,
    lost_at timestamp with time zone,
    lost_by text,
    cancel_reason text,
    theirs_since timestamp with time zone,
    provider_charge numeric(10,2),
    months_moved integer DEFAULT 0 NOT NULL,
    is_notice_written boolean DEFAULT false NOT NULL,
    is_reminded boolean DEFAULT false NOT NULL,
    CONSTRAINT memberships_cancel_reason CHECK ((cancel_reason = ANY (ARRAY['enough'::text, 'price'::text, 'fit'::text, 'style'::text, 'quality'::text, 'shipping'::text, 'other'::text]))),
    CONSTRAINT memberships_gifts_never_renew CHECK ((NOT (is_gift AND renews))),
    CONSTRAINT memberships_lost CHECK (((lost_at IS NULL) = (lost_by IS NULL))),
    CONSTRAINT memberships_lost_by CHECK ((lost_by = ANY (ARRAY['member'::text, 'staff'::text, 'provider'::text, 'bank'::text, 'unpaid'::text]))),
    CONSTRAINT memberships_reason_of_lost CHECK (((cancel_reason IS NULL) OR (lost_at IS NOT NULL))),
    CONSTRAINT memberships_status CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text, 'ended'::text])))
);--> statement-breakpoint
CREATE TABLE public.newsletter_subscribers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text NOT NULL,
    name text,
    status text DEFAULT 'active'::text NOT NULL,
    source text,
    subscribed_at timestamp with time zone DEFAULT now() NOT NULL,
    unsubscribed_at timestamp with time zone,
    preferences jsonb,
    confirmed_at timestamp with time zone,
    mailed_at timestamp with time zone,
    token text,
    CONSTRAINT newsletter_subscribers_status CHECK ((status = ANY (ARRAY['active'::text, 'unsubscribed'::text, 'bounced'::text])))
);--> statement-breakpoint
CREATE TABLE public.order_counts (
    slot integer NOT NULL,
    orders integer DEFAULT 0 NOT NULL,
    gifts integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE public.order_items (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    order_id uuid NOT NULL,
    product_id uuid,
    quantity integer DEFAULT 1 NOT NULL,
    price numeric(10,2) NOT NULL,
    preferences jsonb,
    tax numeric(10,2) DEFAULT 0 NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    discount numeric(10,2) DEFAULT 0 NOT NULL,
    CONSTRAINT order_items_price CHECK ((price >= (0)::numeric)),
    CONSTRAINT order_items_quantity CHECK ((quantity > 0))
);--> statement-breakpoint
CREATE TABLE public.order_notes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    order_id uuid NOT NULL,
    user_id uuid,
    username text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.order_searches (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    filters jsonb NOT NULL,
    username text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.order_tags (
    order_id uuid NOT NULL,
    tag text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT order_tags_tag CHECK (((tag = lower(TRIM(BOTH FROM tag))) AND (tag <> ''::text)))
);--> statement-breakpoint
CREATE TABLE public.order_words (
    order_id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE public.orders (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid,
    order_number text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    subscription_plan_id uuid,
    subtotal_amount numeric(10,2) NOT NULL,
    tax_amount numeric(10,2) DEFAULT 0 NOT NULL,
    total_amount numeric(10,2) NOT NULL,
    currency text DEFAULT 'USD'::text NOT NULL,
    stripe_payment_intent_id text,
    stripe_subscription_id text,
    stripe_customer_id text,
    purchaser_email text,
    recipient_type text NOT NULL,
    gift_note text,
    gift_recipient_name text,
    gift_recipient_email text,
    gift_sender_name text,
    gift_delivery_date date,
    gift_message text,
    needs_style_selection boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    discount_amount numeric(10,2) DEFAULT 0 NOT NULL,
    promotion_code text,
    boxes_status text,
    is_paid boolean DEFAULT false NOT NULL,
    CONSTRAINT orders_boxes_status CHECK ((boxes_status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
    CONSTRAINT orders_discount CHECK ((discount_amount >= (0)::numeric)),
    CONSTRAINT orders_recipient_type CHECK ((recipient_type = ANY (ARRAY['self'::text, 'gift'::text]))),
    CONSTRAINT orders_status CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
    CONSTRAINT orders_tax CHECK ((tax_amount >= (0)::numeric)),
    CONSTRAINT orders_total CHECK ((total_amount = ((subtotal_amount - discount_amount) + tax_amount)))
);--> statement-breakpoint
CREATE TABLE public.other_mailboxes (
    email text NOT NULL,
    first_email text NOT NULL,
    username text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT other_mailboxes_two CHECK ((email <> first_email))
);--> statement-breakpoint
CREATE TABLE public.outbox (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    fact text NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    run_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    sent_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    dropped_because text,
    copy integer DEFAULT 0 NOT NULL,
    recipient text COLLATE pg_catalog."C",
    priority smallint GENERATED ALWAYS AS (
CASE
    WHEN (kind = ANY (ARRAY['magic-link'::text, 'exchange-link'::text, 'security-notice'::text, 'newsletter-confirmation'::text])) THEN 0
    WHEN (kind ~~ 'letter%'::text) THEN 3
    WHEN ((kind ~~ '%-notice%'::text) OR (kind ~~ '%-reminder%'::text) OR (kind = ANY (ARRAY['box-shipped'::text, 'gift-progress'::text, 'price-change'::text, 'yearly-summary'::text, 'card-expiring'::text, 'choice-wanted'::text]))) THEN 2
    ELSE 1
END) STORED NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    is_deferred boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE public.parcels (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    box_id uuid NOT NULL,
    exchange_id uuid,
    label text DEFAULT 'wanted'::text NOT NULL,
    ounces real NOT NULL,
    shipment_id text,
    rate_id text,
    carrier text,
    service text,
    cost numeric(10,2),
    tracking_number text,
    pdf bytea,
    qr bytea,
    buying_at timestamp with time zone,
    bought_at timestamp with time zone,
    last_error text,
    track text DEFAULT 'waiting'::text NOT NULL,
    tracked_at timestamp with time zone,
    scanned_at timestamp with time zone,
    asked_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    address_check text,
    suggestion jsonb,
    CONSTRAINT parcels_address_check CHECK ((address_check = ANY (ARRAY['good'::text, 'odd'::text, 'kept'::text]))),
    CONSTRAINT parcels_label CHECK ((label = ANY (ARRAY['wanted'::text, 'quoted'::text, 'bought'::text, 'voiding'::text, 'void'::text]))),
    CONSTRAINT parcels_track CHECK ((track = ANY (ARRAY['waiting'::text, 'moving'::text, 'pickup'::text, 'problem'::text, 'delivered'::text, 'returned'::text, 'lost'::text])))
);--> statement-breakpoint
CREATE TABLE public.passkeys (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports jsonb DEFAULT '[]'::jsonb NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone
);--> statement-breakpoint
CREATE TABLE public.payment_events (
    id text NOT NULL,
    type text NOT NULL,
    payload jsonb NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    handled_at timestamp with time zone,
    run_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text
);--> statement-breakpoint
CREATE TABLE public.people (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    key text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.picture_files (
    hash text NOT NULL,
    width integer NOT NULL,
    format text NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT picture_files_format CHECK ((format = ANY (ARRAY['avif'::text, 'webp'::text])))
);--> statement-breakpoint
CREATE TABLE public.pictures (
    hash text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.plan_changes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    membership_id uuid NOT NULL,
    from_plan_id text NOT NULL,
    to_plan_id text NOT NULL,
    price numeric(10,2) NOT NULL,
    consent jsonb NOT NULL,
    username text,
    state text DEFAULT 'open'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT plan_changes_state CHECK ((state = ANY (ARRAY['open'::text, 'charged'::text, 'undone'::text])))
);--> statement-breakpoint
CREATE TABLE public.price_changes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plan_id text NOT NULL,
    now_price numeric(10,2) NOT NULL,
    then_price numeric(10,2) NOT NULL,
    effective_on date NOT NULL,
    announced_on date NOT NULL,
    withdrawn_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT price_changes_ahead CHECK ((effective_on >= (announced_on + 30))),
    CONSTRAINT price_changes_prices CHECK ((then_price > (0)::numeric))
);--> statement-breakpoint
CREATE TABLE public.price_run_members (
    run_id uuid NOT NULL,
    membership_id uuid NOT NULL,
    now_price numeric(10,2) NOT NULL,
    then_price numeric(10,2) NOT NULL,
    charge_on date NOT NULL,
    tell_on date NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT price_run_members_state CHECK ((state = ANY (ARRAY['waiting'::text, 'told'::text, 'charged'::text, 'undone'::text, 'left'::text])))
);--> statement-breakpoint
CREATE TABLE public.product_types (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    description text NOT NULL,
    display_order integer DEFAULT 0 NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.products (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    material text NOT NULL,
    width text NOT NULL,
    buckle text NOT NULL,
    style text NOT NULL,
    sku text NOT NULL,
    image_url text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    gender text NOT NULL,
    colors text[] DEFAULT '{}'::text[] NOT NULL,
    image_alt text DEFAULT ''::text NOT NULL,
    lifestyle_image_url text,
    lifestyle_alt text DEFAULT ''::text NOT NULL,
    drop text NOT NULL,
    display_order integer DEFAULT 0 NOT NULL,
    slug text DEFAULT (gen_random_uuid())::text NOT NULL,
    suits text DEFAULT ''::text NOT NULL,
    night_image_url text,
    detail_image_url text,
    detail_alt text DEFAULT ''::text NOT NULL,
    design uuid DEFAULT gen_random_uuid() NOT NULL,
    CONSTRAINT products_drop CHECK ((drop ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
    CONSTRAINT products_gender CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text]))),
    CONSTRAINT products_style CHECK ((style = ANY (ARRAY['dress'::text, 'casual'::text, 'stretch'::text])))
);--> statement-breakpoint
CREATE TABLE public.promotion_codes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    code text NOT NULL,
    percent_off integer,
    amount_off numeric(10,2),
    duration text NOT NULL,
    plans jsonb,
    expires_on date,
    most_uses integer,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    email text,
    CONSTRAINT promotion_codes_amount CHECK ((amount_off > (0)::numeric)),
    CONSTRAINT promotion_codes_code CHECK (((code = upper(code)) AND (code <> ''::text))),
    CONSTRAINT promotion_codes_duration CHECK ((duration = ANY (ARRAY['once'::text, 'forever'::text]))),
    CONSTRAINT promotion_codes_one CHECK (((percent_off IS NULL) <> (amount_off IS NULL))),
    CONSTRAINT promotion_codes_percent CHECK (((percent_off >= 1) AND (percent_off <= 100))),
    CONSTRAINT promotion_codes_uses CHECK ((most_uses > 0))
);--> statement-breakpoint
CREATE TABLE public.quiz_answer_options (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    question_id uuid NOT NULL,
    option_text text NOT NULL,
    value text NOT NULL,
    display_order integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    description text DEFAULT ''::text NOT NULL
);--> statement-breakpoint
CREATE TABLE public.quiz_funnel (
    day date NOT NULL,
    version integer NOT NULL,
    step integer NOT NULL,
    recipient_type text NOT NULL,
    count integer DEFAULT 0 NOT NULL,
    CONSTRAINT quiz_funnel_recipient CHECK ((recipient_type = ANY (ARRAY['myself'::text, 'gift'::text, 'unknown'::text]))),
    CONSTRAINT quiz_funnel_step CHECK (((step >= 1) AND (step <= 7)))
);--> statement-breakpoint
CREATE TABLE public.quiz_questions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    question_text text NOT NULL,
    question_type text NOT NULL,
    display_order integer NOT NULL,
    is_required boolean DEFAULT true NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version_id uuid NOT NULL,
    key text,
    gift_text text DEFAULT ''::text NOT NULL,
    hint text DEFAULT ''::text NOT NULL,
    CONSTRAINT quiz_questions_type CHECK ((question_type = ANY (ARRAY['single'::text, 'multiple'::text])))
);--> statement-breakpoint
CREATE TABLE public.quiz_sources (
    day date NOT NULL,
    version integer NOT NULL,
    step integer NOT NULL,
    source text NOT NULL,
    medium text NOT NULL,
    campaign text NOT NULL,
    count integer DEFAULT 0 NOT NULL,
    CONSTRAINT quiz_sources_step CHECK (((step >= 1) AND (step <= 7)))
);--> statement-breakpoint
CREATE TABLE public.quiz_versions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    number integer NOT NULL,
    state text DEFAULT 'draft'::text NOT NULL,
    published_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT quiz_versions_state CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'retired'::text])))
);--> statement-breakpoint
CREATE TABLE public.rate_limits (
    key text NOT NULL,
    slot integer NOT NULL,
    hits integer DEFAULT 1 NOT NULL
);--> statement-breakpoint
CREATE TABLE public.receipts (
    kind text NOT NULL,
    number integer NOT NULL,
    subject_id uuid NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    CONSTRAINT receipts_kind CHECK ((kind = ANY (ARRAY['receipt'::text, 'credit-note'::text]))),
    CONSTRAINT receipts_number CHECK ((number > 0))
);--> statement-breakpoint
CREATE TABLE public.recovery_codes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    code_hash text NOT NULL,
    used_at timestamp with time zone
);--> statement-breakpoint
CREATE TABLE public.refund_moves (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    refund_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT refund_moves_kind CHECK ((kind = ANY (ARRAY['failed'::text, 'retried'::text, 'settled'::text])))
);--> statement-breakpoint
CREATE TABLE public.refund_tries (
    provider_id text NOT NULL,
    refund_id uuid NOT NULL,
    made_at timestamp with time zone NOT NULL,
    came_back_at timestamp with time zone
);--> statement-breakpoint
CREATE TABLE public.refunds (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    payment_id uuid NOT NULL,
    amount numeric(10,2) NOT NULL,
    tax numeric(10,2) DEFAULT 0 NOT NULL,
    provider_id text,
    status text DEFAULT 'pending'::text NOT NULL,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    made_by text DEFAULT 'shop'::text NOT NULL,
    reason text,
    asked_as text,
    attempts integer DEFAULT 0 NOT NULL,
    tax_reversal_id text,
    CONSTRAINT refunds_amount CHECK (((amount >= (0)::numeric) AND ((amount + tax) > (0)::numeric))),
    CONSTRAINT refunds_made_by CHECK ((made_by = ANY (ARRAY['shop'::text, 'provider'::text]))),
    CONSTRAINT refunds_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'settled'::text])))
);--> statement-breakpoint
CREATE TABLE public.renewal_stops (
    id uuid NOT NULL,
    kind text NOT NULL,
    plan_id text,
    style text,
    size text,
    until_day date,
    refunds boolean DEFAULT false NOT NULL,
    reason text NOT NULL,
    username text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    last_error text,
    held_at timestamp with time zone,
    finished_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT renewal_stops_kind CHECK ((kind = ANY (ARRAY['pause'::text, 'close'::text]))),
    CONSTRAINT renewal_stops_until CHECK (((kind = 'pause'::text) = (until_day IS NOT NULL)))
);--> statement-breakpoint
CREATE TABLE public.reviews (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    box_id uuid NOT NULL,
    person_id uuid NOT NULL,
    product_id uuid NOT NULL,
    stars integer NOT NULL,
    text text NOT NULL,
    name text,
    place text,
    state text NOT NULL,
    declined_for text,
    written_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    CONSTRAINT reviews_declined CHECK (((state = 'declined'::text) = (declined_for IS NOT NULL))),
    CONSTRAINT reviews_stars CHECK (((stars >= 1) AND (stars <= 5))),
    CONSTRAINT reviews_state CHECK ((state = ANY (ARRAY['private'::text, 'waiting'::text, 'published'::text, 'declined'::text]))),
    CONSTRAINT reviews_text CHECK ((char_length(text) <= 600))
);--> statement-breakpoint
CREATE TABLE public.sales_tax_rules (
    state text NOT NULL,
    from_day date NOT NULL,
    way text NOT NULL,
    rate_percent numeric(6,4),
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sales_tax_rules_percent CHECK (((rate_percent > (0)::numeric) AND (rate_percent <= (20)::numeric))),
    CONSTRAINT sales_tax_rules_rate CHECK (((way = 'rate'::text) = (rate_percent IS NOT NULL))),
    CONSTRAINT sales_tax_rules_way CHECK ((way = ANY (ARRAY['rate'::text, 'provider'::text, 'none'::text])))
);--> statement-breakpoint
CREATE TABLE public.sales_tax_warnings (
    state text NOT NULL,
    level integer NOT NULL,
    year integer NOT NULL,
    warned_on date NOT NULL,
    seen_at timestamp with time zone,
    CONSTRAINT sales_tax_warnings_level CHECK ((level = ANY (ARRAY[80, 100])))
);--> statement-breakpoint
CREATE TABLE public.sessions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    token_hash text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    previous_token_hash text,
    rotated_at timestamp with time zone DEFAULT now() NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    address text DEFAULT ''::text NOT NULL,
    previous_ends_at timestamp with time zone,
    confirmed_at timestamp with time zone
);--> statement-breakpoint
CREATE TABLE public.settings (
    key text NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE public.share_pictures (
    hash text NOT NULL,
    kind text NOT NULL,
    content bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT share_pictures_kind CHECK ((kind = ANY (ARRAY['share'::text, 'mail'::text, 'box'::text])))
);--> statement-breakpoint
CREATE TABLE public.shipped_days (
    day date NOT NULL,
    plan_id text NOT NULL,
    state text NOT NULL,
    boxes integer NOT NULL,
    sales integer NOT NULL,
    value numeric(10,2) NOT NULL
);--> statement-breakpoint
CREATE TABLE public.shipping_info (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    order_id uuid NOT NULL,
    recipient_name text NOT NULL,
    email text NOT NULL,
    address_line1 text NOT NULL,
    address_line2 text,
    city text NOT NULL,
    state text NOT NULL,
    zip_code text NOT NULL,
    country text DEFAULT 'US'::text NOT NULL,
    tracking_number text,
    order_item_id uuid
);--> statement-breakpoint
CREATE TABLE public.shop_notices (
    kind text NOT NULL,
    about text NOT NULL,
    amount integer NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT shop_notices_kind CHECK ((kind = ANY (ARRAY['stood still'::text, 'page lost'::text, 'refused often'::text])))
);--> statement-breakpoint
CREATE TABLE public.staff_devices (
    token_hash text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE public.stock_receipts (
    id uuid NOT NULL,
    variant_id uuid NOT NULL,
    pieces integer NOT NULL,
    username text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    CONSTRAINT stock_receipts_pieces CHECK (((pieces >= 1) AND (pieces <= 999)))
);--> statement-breakpoint
CREATE TABLE public.store_credit (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    person_id uuid NOT NULL,
    amount numeric(10,2) NOT NULL,
    reason text NOT NULL,
    reference text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    words text,
    order_id uuid,
    CONSTRAINT store_credit_amount CHECK ((amount <> (0)::numeric)),
    CONSTRAINT store_credit_reason CHECK ((reason = ANY (ARRAY['return'::text, 'staff'::text, 'unshipped'::text, 'code'::text, 'renewal'::text, 'unused'::text, 'given-up'::text, 'adopted'::text])))
);--> statement-breakpoint
CREATE TABLE public.stray_movements (
    id text NOT NULL,
    amount numeric(10,2) NOT NULL,
    at timestamp with time zone NOT NULL,
    found_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    became text,
    became_id text,
    note text,
    CONSTRAINT stray_movements_became CHECK ((became = ANY (ARRAY['order'::text, 'credit'::text, 'noted'::text])))
);--> statement-breakpoint
CREATE TABLE public.subscription_plans (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    plan_id text NOT NULL,
    price numeric(10,2) NOT NULL,
    billing_interval text NOT NULL,
    interval_count integer NOT NULL,
    stripe_price_id text,
    is_active boolean DEFAULT true NOT NULL,
    original_price numeric(10,2),
    popular boolean DEFAULT false NOT NULL,
    features text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT subscription_plans_months CHECK (((interval_count >= 1) AND (interval_count <= 24))),
    CONSTRAINT subscription_plans_price CHECK ((price >= (0)::numeric))
);--> statement-breakpoint
CREATE TABLE public.users (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    username text NOT NULL,
    password text NOT NULL,
    email text,
    is_admin boolean DEFAULT false NOT NULL,
    stripe_customer_id text,
    stripe_subscription_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    role text DEFAULT 'viewer'::text NOT NULL,
    must_change_password boolean DEFAULT false NOT NULL,
    password_changed_at timestamp with time zone,
    totp_secret text,
    totp_confirmed_at timestamp with time zone,
    totp_last_step bigint,
    disabled_at timestamp with time zone,
    CONSTRAINT users_role CHECK ((role = ANY (ARRAY['owner'::text, 'packer'::text, 'support'::text, 'viewer'::text])))
);--> statement-breakpoint
CREATE TABLE public.worker_looks (
    part text NOT NULL,
    day date NOT NULL,
    looked_at timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE public.worker_processes (
    name text NOT NULL,
    since timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    disk_free bigint
);--> statement-breakpoint
CREATE TABLE public.worker_rounds (
    process text NOT NULL,
    part text NOT NULL,
    ended_at timestamp with time zone,
    error text
);--> statement-breakpoint
ALTER TABLE ONLY public.changed_memberships ALTER COLUMN id SET DEFAULT nextval('public.changed_memberships_id_seq'::regclass);--> statement-breakpoint
ALTER TABLE ONLY public.changed_shipments ALTER COLUMN id SET DEFAULT nextval('public.changed_shipments_id_seq'::regclass);--> statement-breakpoint
ALTER TABLE ONLY public.dispute_changes ALTER COLUMN id SET DEFAULT nextval('public.dispute_changes_id_seq'::regclass);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (0, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (1, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (2, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (3, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (4, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (5, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (6, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (7, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (8, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (9, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (10, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (11, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (12, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (13, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (14, 0, 0);--> statement-breakpoint
INSERT INTO public.order_counts VALUES (15, 0, 0);--> statement-breakpoint
SELECT pg_catalog.setval('public.changed_memberships_id_seq', 1, false);--> statement-breakpoint
SELECT pg_catalog.setval('public.changed_shipments_id_seq', 1, false);--> statement-breakpoint
SELECT pg_catalog.setval('public.dispute_changes_id_seq', 1, false);--> statement-breakpoint
ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (token_hash);--> statement-breakpoint
ALTER TABLE ONLY public.account_revocations
    ADD CONSTRAINT account_revocations_pkey PRIMARY KEY (email);--> statement-breakpoint
ALTER TABLE ONLY public.account_sessions
    ADD CONSTRAINT account_sessions_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.account_sessions
    ADD CONSTRAINT account_sessions_previous_token_hash_unique UNIQUE (previous_token_hash);--> statement-breakpoint
ALTER TABLE ONLY public.account_sessions
    ADD CONSTRAINT account_sessions_token_hash_unique UNIQUE (token_hash);--> statement-breakpoint
ALTER TABLE ONLY public.alarms
    ADD CONSTRAINT alarms_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.balance_movements
    ADD CONSTRAINT balance_movements_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.belt_variants
    ADD CONSTRAINT belt_variants_belt_size UNIQUE (product_id, size);--> statement-breakpoint
ALTER TABLE ONLY public.belt_variants
    ADD CONSTRAINT belt_variants_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.box_counts
    ADD CONSTRAINT box_counts_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.box_feedback
    ADD CONSTRAINT box_feedback_pkey PRIMARY KEY (box_id);--> statement-breakpoint
ALTER TABLE ONLY public.boxes
    ADD CONSTRAINT boxes_no_repeat EXCLUDE USING gist (person_id WITH =, product_id WITH =, int4range((((substr(drop, 1, 4))::integer * 12) + (substr(drop, 6, 2))::integer), ((((substr(drop, 1, 4))::integer * 12) + (substr(drop, 6, 2))::integer) + 36)) WITH &&) WHERE (((product_id IS NOT NULL) AND (NOT is_replaced) AND (state <> ALL (ARRAY['skipped'::text, 'cancelled'::text, 'refunded'::text])))) DEFERRABLE;--> statement-breakpoint
ALTER TABLE ONLY public.boxes
    ADD CONSTRAINT boxes_of_payment UNIQUE (payment_id, ordinal);--> statement-breakpoint
ALTER TABLE ONLY public.boxes
    ADD CONSTRAINT boxes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.canned_answers
    ADD CONSTRAINT canned_answers_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.canned_answers
    ADD CONSTRAINT canned_answers_title_unique UNIQUE (title);--> statement-breakpoint
ALTER TABLE ONLY public.changed_memberships
    ADD CONSTRAINT changed_memberships_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.changed_shipments
    ADD CONSTRAINT changed_shipments_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_intent_id_unique UNIQUE (intent_id);--> statement-breakpoint
ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_order_id_unique UNIQUE (order_id);--> statement-breakpoint
ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_subscription_id_unique UNIQUE (subscription_id);--> statement-breakpoint
ALTER TABLE ONLY public.contact_messages
    ADD CONSTRAINT contact_messages_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.contact_notes
    ADD CONSTRAINT contact_notes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.contact_replies
    ADD CONSTRAINT contact_replies_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.credit_uses
    ADD CONSTRAINT credit_uses_invoice_id_unique UNIQUE (invoice_id);--> statement-breakpoint
ALTER TABLE ONLY public.credit_uses
    ADD CONSTRAINT credit_uses_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.curation_runs
    ADD CONSTRAINT curation_runs_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.dead_addresses
    ADD CONSTRAINT dead_addresses_pkey PRIMARY KEY (email);--> statement-breakpoint
ALTER TABLE ONLY public.delays
    ADD CONSTRAINT delays_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.demo_cards
    ADD CONSTRAINT demo_cards_pkey PRIMARY KEY (customer_id);--> statement-breakpoint
ALTER TABLE ONLY public.demo_intents
    ADD CONSTRAINT demo_intents_client_secret_unique UNIQUE (client_secret);--> statement-breakpoint
ALTER TABLE ONLY public.demo_intents
    ADD CONSTRAINT demo_intents_idempotency_key_unique UNIQUE (idempotency_key);--> statement-breakpoint
ALTER TABLE ONLY public.demo_intents
    ADD CONSTRAINT demo_intents_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.demo_invoices
    ADD CONSTRAINT demo_invoices_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.demo_invoices
    ADD CONSTRAINT demo_invoices_term UNIQUE (subscription_id, period_start);--> statement-breakpoint
ALTER TABLE ONLY public.demo_parcels
    ADD CONSTRAINT demo_parcels_pkey PRIMARY KEY (shipment_id);--> statement-breakpoint
ALTER TABLE ONLY public.demo_parcels
    ADD CONSTRAINT demo_parcels_reference_unique UNIQUE (reference);--> statement-breakpoint
ALTER TABLE ONLY public.demo_parcels
    ADD CONSTRAINT demo_parcels_tracking_number_unique UNIQUE (tracking_number);--> statement-breakpoint
ALTER TABLE ONLY public.demo_refunds
    ADD CONSTRAINT demo_refunds_idempotency_key_unique UNIQUE (idempotency_key);--> statement-breakpoint
ALTER TABLE ONLY public.demo_refunds
    ADD CONSTRAINT demo_refunds_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.demo_subscriptions
    ADD CONSTRAINT demo_subscriptions_idempotency_key_unique UNIQUE (idempotency_key);--> statement-breakpoint
ALTER TABLE ONLY public.demo_subscriptions
    ADD CONSTRAINT demo_subscriptions_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.dispute_changes
    ADD CONSTRAINT dispute_changes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.disputes
    ADD CONSTRAINT disputes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.drop_notices
    ADD CONSTRAINT drop_notices_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.drops
    ADD CONSTRAINT drops_pkey PRIMARY KEY (drop);--> statement-breakpoint
ALTER TABLE ONLY public.exchange_photos
    ADD CONSTRAINT exchange_photos_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.exchanges
    ADD CONSTRAINT exchanges_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.exchanges
    ADD CONSTRAINT exchanges_replacement UNIQUE (replacement_box_id);--> statement-breakpoint
ALTER TABLE ONLY public.figure_lines
    ADD CONSTRAINT figure_lines_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.fraud_warnings
    ADD CONSTRAINT fraud_warnings_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.given_away
    ADD CONSTRAINT given_away_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.handovers
    ADD CONSTRAINT handovers_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_place_unique UNIQUE (place);--> statement-breakpoint
ALTER TABLE ONLY public.kept_mails
    ADD CONSTRAINT kept_mails_pkey PRIMARY KEY (mail_id);--> statement-breakpoint
ALTER TABLE ONLY public.letter_readers
    ADD CONSTRAINT letter_readers_once UNIQUE (letter_id, email);--> statement-breakpoint
ALTER TABLE ONLY public.letter_readers
    ADD CONSTRAINT letter_readers_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.letters
    ADD CONSTRAINT letters_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.letters
    ADD CONSTRAINT letters_slug_unique UNIQUE (slug);--> statement-breakpoint
ALTER TABLE ONLY public.login_attempts
    ADD CONSTRAINT login_attempts_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.login_challenges
    ADD CONSTRAINT login_challenges_pkey PRIMARY KEY (token_hash);--> statement-breakpoint
ALTER TABLE ONLY public.lost_taxes
    ADD CONSTRAINT lost_taxes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.mail_attachments
    ADD CONSTRAINT mail_attachments_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.mail_optouts
    ADD CONSTRAINT mail_optouts_email_kind_pk PRIMARY KEY (email, kind);--> statement-breakpoint
ALTER TABLE ONLY public.mail_optouts
    ADD CONSTRAINT mail_optouts_token_unique UNIQUE (token);--> statement-breakpoint
ALTER TABLE ONLY public.mail_readings
    ADD CONSTRAINT mail_readings_pkey PRIMARY KEY (place);--> statement-breakpoint
ALTER TABLE ONLY public.mailbox_places
    ADD CONSTRAINT mailbox_places_pkey PRIMARY KEY (folder);--> statement-breakpoint
ALTER TABLE ONLY public.manual_orders
    ADD CONSTRAINT manual_orders_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.manual_orders
    ADD CONSTRAINT manual_orders_token_hash_unique UNIQUE (token_hash);--> statement-breakpoint
ALTER TABLE ONLY public.membership_figures
    ADD CONSTRAINT membership_figures_pkey PRIMARY KEY (membership_id);--> statement-breakpoint
ALTER TABLE ONLY public.membership_links
    ADD CONSTRAINT membership_links_pkey PRIMARY KEY (token_hash);--> statement-breakpoint
ALTER TABLE ONLY public.membership_payments
    ADD CONSTRAINT membership_payments_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.membership_payments
    ADD CONSTRAINT membership_payments_reference_unique UNIQUE (reference);--> statement-breakpoint
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_order_item_id_unique UNIQUE (order_item_id);--> statement-breakpoint
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_stripe_subscription_id_unique UNIQUE (stripe_subscription_id);--> statement-breakpoint
ALTER TABLE ONLY public.newsletter_subscribers
    ADD CONSTRAINT newsletter_subscribers_email_unique UNIQUE (email);--> statement-breakpoint
ALTER TABLE ONLY public.newsletter_subscribers
    ADD CONSTRAINT newsletter_subscribers_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.newsletter_subscribers
    ADD CONSTRAINT newsletter_subscribers_token_unique UNIQUE (token);--> statement-breakpoint
ALTER TABLE ONLY public.order_counts
    ADD CONSTRAINT order_counts_pkey PRIMARY KEY (slot);--> statement-breakpoint
ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.order_notes
    ADD CONSTRAINT order_notes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.order_searches
    ADD CONSTRAINT order_searches_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.order_tags
    ADD CONSTRAINT order_tags_order_id_tag_pk PRIMARY KEY (order_id, tag);--> statement-breakpoint
ALTER TABLE ONLY public.order_words
    ADD CONSTRAINT order_words_order_id_word_pk PRIMARY KEY (order_id, word);--> statement-breakpoint
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_order_number_unique UNIQUE (order_number);--> statement-breakpoint
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_stripe_payment_intent_id_unique UNIQUE (stripe_payment_intent_id);--> statement-breakpoint
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_stripe_subscription_id_unique UNIQUE (stripe_subscription_id);--> statement-breakpoint
ALTER TABLE ONLY public.other_mailboxes
    ADD CONSTRAINT other_mailboxes_pkey PRIMARY KEY (email);--> statement-breakpoint
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.parcels
    ADD CONSTRAINT parcels_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.parcels
    ADD CONSTRAINT parcels_shipment_id_unique UNIQUE (shipment_id);--> statement-breakpoint
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_unique UNIQUE (credential_id);--> statement-breakpoint
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_key_unique UNIQUE (key);--> statement-breakpoint
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.picture_files
    ADD CONSTRAINT picture_files_hash_width_format_pk PRIMARY KEY (hash, width, format);--> statement-breakpoint
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (hash);--> statement-breakpoint
ALTER TABLE ONLY public.plan_changes
    ADD CONSTRAINT plan_changes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.price_changes
    ADD CONSTRAINT price_changes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.price_run_members
    ADD CONSTRAINT price_run_members_run_id_membership_id_pk PRIMARY KEY (run_id, membership_id);--> statement-breakpoint
ALTER TABLE ONLY public.product_types
    ADD CONSTRAINT product_types_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.product_types
    ADD CONSTRAINT product_types_slug_unique UNIQUE (slug);--> statement-breakpoint
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_sku_unique UNIQUE (sku);--> statement-breakpoint
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_slug_unique UNIQUE (slug);--> statement-breakpoint
ALTER TABLE ONLY public.promotion_codes
    ADD CONSTRAINT promotion_codes_code_unique UNIQUE (code);--> statement-breakpoint
ALTER TABLE ONLY public.promotion_codes
    ADD CONSTRAINT promotion_codes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.quiz_answer_options
    ADD CONSTRAINT quiz_answer_options_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.quiz_funnel
    ADD CONSTRAINT quiz_funnel_day_version_step_recipient_type_pk PRIMARY KEY (day, version, step, recipient_type);--> statement-breakpoint
ALTER TABLE ONLY public.quiz_questions
    ADD CONSTRAINT quiz_questions_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.quiz_sources
    ADD CONSTRAINT quiz_sources_day_source_medium_campaign_version_step_pk PRIMARY KEY (day, source, medium, campaign, version, step);--> statement-breakpoint
ALTER TABLE ONLY public.quiz_versions
    ADD CONSTRAINT quiz_versions_number_unique UNIQUE (number);--> statement-breakpoint
ALTER TABLE ONLY public.quiz_versions
    ADD CONSTRAINT quiz_versions_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_key_slot_pk PRIMARY KEY (key, slot);--> statement-breakpoint
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_kind_number_pk PRIMARY KEY (kind, number);--> statement-breakpoint
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_subject_id_unique UNIQUE (subject_id);--> statement-breakpoint
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.refund_moves
    ADD CONSTRAINT refund_moves_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.refund_tries
    ADD CONSTRAINT refund_tries_provider_id_refund_id_pk PRIMARY KEY (provider_id, refund_id);--> statement-breakpoint
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_of_provider UNIQUE (provider_id, payment_id);--> statement-breakpoint
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.renewal_stops
    ADD CONSTRAINT renewal_stops_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_once UNIQUE (person_id, product_id);--> statement-breakpoint
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.sales_tax_rules
    ADD CONSTRAINT sales_tax_rules_state_from_day_pk PRIMARY KEY (state, from_day);--> statement-breakpoint
ALTER TABLE ONLY public.sales_tax_warnings
    ADD CONSTRAINT sales_tax_warnings_state_level_year_pk PRIMARY KEY (state, level, year);--> statement-breakpoint
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_previous_token_hash_unique UNIQUE (previous_token_hash);--> statement-breakpoint
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_unique UNIQUE (token_hash);--> statement-breakpoint
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);--> statement-breakpoint
ALTER TABLE ONLY public.share_pictures
    ADD CONSTRAINT share_pictures_hash_kind_pk PRIMARY KEY (hash, kind);--> statement-breakpoint
ALTER TABLE ONLY public.shipped_days
    ADD CONSTRAINT shipped_days_day_plan_id_state_pk PRIMARY KEY (day, plan_id, state);--> statement-breakpoint
ALTER TABLE ONLY public.shipping_info
    ADD CONSTRAINT shipping_info_order_item_id_unique UNIQUE (order_item_id);--> statement-breakpoint
ALTER TABLE ONLY public.shipping_info
    ADD CONSTRAINT shipping_info_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.shop_notices
    ADD CONSTRAINT shop_notices_kind_about_pk PRIMARY KEY (kind, about);--> statement-breakpoint
ALTER TABLE ONLY public.staff_devices
    ADD CONSTRAINT staff_devices_pkey PRIMARY KEY (token_hash);--> statement-breakpoint
ALTER TABLE ONLY public.stock_receipts
    ADD CONSTRAINT stock_receipts_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.store_credit
    ADD CONSTRAINT store_credit_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.store_credit
    ADD CONSTRAINT store_credit_reference_unique UNIQUE (reference);--> statement-breakpoint
ALTER TABLE ONLY public.stray_movements
    ADD CONSTRAINT stray_movements_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.subscription_plans
    ADD CONSTRAINT subscription_plans_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.subscription_plans
    ADD CONSTRAINT subscription_plans_plan_id_unique UNIQUE (plan_id);--> statement-breakpoint
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_unique UNIQUE (email);--> statement-breakpoint
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_unique UNIQUE (username);--> statement-breakpoint
ALTER TABLE ONLY public.worker_looks
    ADD CONSTRAINT worker_looks_pkey PRIMARY KEY (part);--> statement-breakpoint
ALTER TABLE ONLY public.worker_processes
    ADD CONSTRAINT worker_processes_pkey PRIMARY KEY (name);--> statement-breakpoint
ALTER TABLE ONLY public.worker_rounds
    ADD CONSTRAINT worker_rounds_process_part_pk PRIMARY KEY (process, part);--> statement-breakpoint
CREATE INDEX account_links_email ON public.account_links USING btree (email, created_at);--> statement-breakpoint
CREATE INDEX account_links_expiry ON public.account_links USING btree (expires_at);--> statement-breakpoint
CREATE INDEX account_links_membership ON public.account_links USING btree (membership_id);--> statement-breakpoint
CREATE INDEX account_sessions_email ON public.account_sessions USING btree (email);--> statement-breakpoint
CREATE INDEX account_sessions_expiry ON public.account_sessions USING btree (expires_at);--> statement-breakpoint
CREATE INDEX approvals_waiting ON public.approvals USING btree (created_at) WHERE (state = 'waiting'::text);--> statement-breakpoint
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, at);--> statement-breakpoint
CREATE INDEX audit_log_entity ON public.audit_log USING btree (entity, at);--> statement-breakpoint
CREATE INDEX audit_log_newest ON public.audit_log USING btree (at DESC, id);--> statement-breakpoint
CREATE INDEX audit_log_row ON public.audit_log USING btree (entity, entity_id, at);--> statement-breakpoint
CREATE INDEX audit_log_user ON public.audit_log USING btree (user_id, at);--> statement-breakpoint
CREATE INDEX balance_movements_at ON public.balance_movements USING btree (at);--> statement-breakpoint
CREATE INDEX balance_movements_intent ON public.balance_movements USING btree (intent_id);--> statement-breakpoint
CREATE INDEX balance_movements_payout ON public.balance_movements USING btree (payout_id) WHERE (payout_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX balance_movements_source ON public.balance_movements USING btree (source_id);--> statement-breakpoint
CREATE INDEX box_counts_drop ON public.box_counts USING btree (drop);--> statement-breakpoint
CREATE INDEX boxes_drop_state ON public.boxes USING btree (drop, state);--> statement-breakpoint
CREATE INDEX boxes_left_unsaid ON public.boxes USING btree (updated_at) WHERE ((shipped_at IS NULL) AND (state = ANY (ARRAY['shipped'::text, 'delivered'::text, 'returned'::text])));--> statement-breakpoint
CREATE INDEX boxes_membership ON public.boxes USING btree (membership_id, drop);--> statement-breakpoint
CREATE INDEX boxes_product ON public.boxes USING btree (product_id) WHERE (product_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX boxes_promised ON public.boxes USING btree (product_id, size) WHERE ((product_id IS NOT NULL) AND (packed_at IS NULL) AND (state = ANY (ARRAY['owed'::text, 'assigned'::text, 'held'::text])));--> statement-breakpoint
CREATE INDEX boxes_reference_end ON public.boxes USING btree (substr((id)::text, 10, 4));--> statement-breakpoint
CREATE INDEX boxes_refund ON public.boxes USING btree (refund_id) WHERE (refund_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX boxes_review_due ON public.boxes USING btree (review_on) WHERE (review_on IS NOT NULL);--> statement-breakpoint
CREATE INDEX boxes_sent_to ON public.boxes USING btree (person_id, product_id) WHERE (product_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX boxes_shipped ON public.boxes USING btree (shipped_at) WHERE (shipped_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX boxes_to_leave ON public.boxes USING btree (drop, id) WHERE ((kind = 'owed'::text) AND (state = ANY (ARRAY['owed'::text, 'assigned'::text, 'packed'::text, 'held'::text])));--> statement-breakpoint
CREATE INDEX boxes_tracking ON public.boxes USING btree (upper(regexp_replace(tracking_number, '[[:space:]-]'::text, ''::text, 'g'::text))) WHERE (tracking_number IS NOT NULL);--> statement-breakpoint
CREATE INDEX boxes_waiting ON public.boxes USING btree (state, drop) WHERE ((kind = 'owed'::text) AND (state = ANY (ARRAY['owed'::text, 'assigned'::text, 'packed'::text, 'held'::text])));--> statement-breakpoint
CREATE INDEX checkouts_by_address ON public.checkouts USING btree (address_key, created_at) WHERE (order_id IS NULL);--> statement-breakpoint
CREATE INDEX checkouts_by_email ON public.checkouts USING btree (email_key, created_at) WHERE (order_id IS NULL);--> statement-breakpoint
CREATE INDEX checkouts_by_network ON public.checkouts USING btree (network_key, created_at) WHERE (order_id IS NULL);--> statement-breakpoint
CREATE INDEX checkouts_by_subnet ON public.checkouts USING btree (subnet_key, created_at) WHERE (order_id IS NULL);--> statement-breakpoint
CREATE INDEX checkouts_cart ON public.checkouts USING btree (cart_hash, created_at);--> statement-breakpoint
CREATE UNIQUE INDEX checkouts_open_cart ON public.checkouts USING btree (cart_hash) WHERE (status = 'open'::text);--> statement-breakpoint
CREATE INDEX checkouts_owed ON public.checkouts USING btree (owed_since) WHERE (owed_since IS NOT NULL);--> statement-breakpoint
CREATE INDEX checkouts_unfinished ON public.checkouts USING btree (created_at) WHERE (status = ANY (ARRAY['open'::text, 'completing'::text]));--> statement-breakpoint
CREATE INDEX contact_messages_aside ON public.contact_messages USING btree (waiting_since, id) WHERE (aside IS NOT NULL);--> statement-breakpoint
CREATE INDEX contact_messages_email ON public.contact_messages USING btree (lower(TRIM(BOTH FROM email)), created_at);--> statement-breakpoint
CREATE INDEX contact_messages_newest ON public.contact_messages USING btree (created_at, id);--> statement-breakpoint
CREATE INDEX contact_messages_open ON public.contact_messages USING btree (created_at) WHERE (done_at IS NULL);--> statement-breakpoint
CREATE INDEX contact_messages_order ON public.contact_messages USING btree (order_number);--> statement-breakpoint
CREATE INDEX contact_messages_person ON public.contact_messages USING btree (md5(lower(TRIM(BOTH FROM email))));--> statement-breakpoint
CREATE INDEX contact_messages_waiting ON public.contact_messages USING btree (waiting_since, id);--> statement-breakpoint
CREATE INDEX contact_messages_words ON public.contact_messages USING gin (public.search_words(((((((name || ' '::text) || email) || ' '::text) || subject) || ' '::text) || COALESCE(order_number, ''::text))));--> statement-breakpoint
CREATE INDEX contact_notes_message ON public.contact_notes USING btree (message_id, created_at);--> statement-breakpoint
CREATE INDEX contact_replies_message ON public.contact_replies USING btree (message_id, created_at);--> statement-breakpoint
CREATE INDEX credit_uses_kept ON public.credit_uses USING btree (created_at) WHERE (state = 'kept'::text);--> statement-breakpoint
CREATE INDEX credit_uses_membership ON public.credit_uses USING btree (membership_id);--> statement-breakpoint
CREATE INDEX curation_runs_drop ON public.curation_runs USING btree (drop, started_at);--> statement-breakpoint
CREATE UNIQUE INDEX curation_runs_one_at_a_time ON public.curation_runs USING btree (drop) WHERE (state = 'running'::text);--> statement-breakpoint
CREATE INDEX dead_addresses_person ON public.dead_addresses USING btree (md5(email));--> statement-breakpoint
CREATE INDEX delays_box ON public.delays USING btree (box_id, created_at);--> statement-breakpoint
CREATE UNIQUE INDEX delays_open ON public.delays USING btree (box_id) WHERE (ended_at IS NULL);--> statement-breakpoint
CREATE INDEX delays_silent ON public.delays USING btree (refund_after) WHERE (ended_at IS NULL);--> statement-breakpoint
CREATE INDEX dispute_changes_dispute ON public.dispute_changes USING btree (dispute_id);--> statement-breakpoint
CREATE INDEX disputes_intent ON public.disputes USING btree (intent_id);--> statement-breakpoint
CREATE INDEX drop_notices_drop ON public.drop_notices USING btree (drop, created_at);--> statement-breakpoint
CREATE INDEX exchange_photos_box ON public.exchange_photos USING btree (box_id);--> statement-breakpoint
CREATE INDEX exchange_photos_exchange ON public.exchange_photos USING btree (exchange_id);--> statement-breakpoint
CREATE INDEX exchange_photos_old ON public.exchange_photos USING btree (created_at);--> statement-breakpoint
CREATE INDEX exchanges_box ON public.exchanges USING btree (box_id);--> statement-breakpoint
CREATE INDEX exchanges_by_state ON public.exchanges USING btree (state, created_at);--> statement-breakpoint
CREATE INDEX exchanges_due ON public.exchanges USING btree (expires_at) WHERE (state = 'requested'::text);--> statement-breakpoint
CREATE INDEX exchanges_newest ON public.exchanges USING btree (created_at, id);--> statement-breakpoint
CREATE UNIQUE INDEX exchanges_one_of_box ON public.exchanges USING btree (box_id) WHERE (state <> ALL (ARRAY['cancelled'::text, 'expired'::text, 'declined'::text, 'fixed'::text]));--> statement-breakpoint
CREATE INDEX figure_lines_kind ON public.figure_lines USING btree (kind, of_what);--> statement-breakpoint
CREATE INDEX fraud_warnings_intent ON public.fraud_warnings USING btree (intent_id);--> statement-breakpoint
CREATE INDEX given_away_day ON public.given_away USING btree (created_at, user_id);--> statement-breakpoint
CREATE INDEX given_away_order ON public.given_away USING btree (order_id) WHERE (order_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX handovers_from ON public.handovers USING btree (from_email);--> statement-breakpoint
CREATE INDEX handovers_membership ON public.handovers USING btree (membership_id);--> statement-breakpoint
CREATE UNIQUE INDEX handovers_one_at_a_time ON public.handovers USING btree (membership_id) WHERE (state = ANY (ARRAY['asked'::text, 'accepted'::text]));--> statement-breakpoint
CREATE INDEX handovers_to ON public.handovers USING btree (to_email);--> statement-breakpoint
CREATE INDEX handovers_to_finish ON public.handovers USING btree (id) WHERE ((state = 'accepted'::text) OR (former_subscription_id IS NOT NULL));--> statement-breakpoint
CREATE UNIQUE INDEX inbound_mails_digest ON public.inbound_mails USING btree (digest);--> statement-breakpoint
CREATE INDEX inbound_mails_email ON public.inbound_mails USING btree (from_email, created_at);--> statement-breakpoint
CREATE INDEX inbound_mails_rfc ON public.inbound_mails USING btree (rfc_id) WHERE (rfc_id <> ''::text);--> statement-breakpoint
CREATE INDEX inbound_mails_thread ON public.inbound_mails USING btree (message_id, created_at);--> statement-breakpoint
CREATE INDEX kept_mails_age ON public.kept_mails USING btree (sent_at) WHERE (gone_because IS NULL);--> statement-breakpoint
CREATE INDEX letter_readers_email ON public.letter_readers USING btree (email);--> statement-breakpoint
CREATE INDEX letter_readers_state ON public.letter_readers USING btree (letter_id, state, id);--> statement-breakpoint
CREATE UNIQUE INDEX letters_drafted ON public.letters USING btree (month) WHERE (username IS NULL);--> statement-breakpoint
CREATE INDEX letters_newest ON public.letters USING btree (created_at, id);--> statement-breakpoint
CREATE INDEX login_attempts_account ON public.login_attempts USING btree (account_key, created_at);--> statement-breakpoint
CREATE INDEX login_attempts_address ON public.login_attempts USING btree (address_key, created_at);--> statement-breakpoint
CREATE INDEX login_attempts_age ON public.login_attempts USING btree (created_at);--> statement-breakpoint
CREATE INDEX login_challenges_expiry ON public.login_challenges USING btree (expires_at);--> statement-breakpoint
CREATE INDEX lost_taxes_dispute ON public.lost_taxes USING btree (dispute_id);--> statement-breakpoint
CREATE INDEX lost_taxes_payment ON public.lost_taxes USING btree (payment_id);--> statement-breakpoint
CREATE INDEX mail_attachments_mail ON public.mail_attachments USING btree (mail_id);--> statement-breakpoint
CREATE INDEX mail_readings_ended ON public.mail_readings USING btree (ended_at);--> statement-breakpoint
CREATE INDEX mail_readings_open ON public.mail_readings USING btree (started_at) WHERE (ended_at IS NULL);--> statement-breakpoint
CREATE INDEX manual_orders_newest ON public.manual_orders USING btree (created_at, id);--> statement-breakpoint
CREATE INDEX manual_orders_order ON public.manual_orders USING btree (order_id);--> statement-breakpoint
CREATE INDEX membership_figures_cohort ON public.membership_figures USING btree (cohort, plan_id, membership_id);--> statement-breakpoint
CREATE INDEX membership_figures_due ON public.membership_figures USING btree (due_on, membership_id) WHERE (due_on IS NOT NULL);--> statement-breakpoint
CREATE INDEX membership_figures_joined ON public.membership_figures USING btree (joined_on, membership_id);--> statement-breakpoint
CREATE INDEX membership_figures_lost ON public.membership_figures USING btree (lost_on, membership_id) WHERE (lost_on IS NOT NULL);--> statement-breakpoint
CREATE INDEX membership_figures_stage_of ON public.membership_figures USING btree (stage, joined_on, membership_id) WHERE (stage IS NOT NULL);--> statement-breakpoint
CREATE INDEX membership_links_expiry ON public.membership_links USING btree (expires_at);--> statement-breakpoint
CREATE INDEX membership_payments_differing ON public.membership_payments USING btree (paid_at) WHERE ((expected IS NOT NULL) AND (decided_at IS NULL));--> statement-breakpoint
CREATE INDEX membership_payments_intent ON public.membership_payments USING btree (intent_id) WHERE (intent_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX membership_payments_membership ON public.membership_payments USING btree (membership_id);--> statement-breakpoint
CREATE INDEX membership_payments_paid ON public.membership_payments USING btree (paid_at);--> statement-breakpoint
CREATE INDEX memberships_due ON public.memberships USING btree (paid_until) WHERE renews;--> statement-breakpoint
CREATE INDEX memberships_gifts_noticed ON public.memberships USING btree (notice_on) WHERE is_gift;--> statement-breakpoint
CREATE INDEX memberships_gifts_unchosen ON public.memberships USING btree (id) WHERE (is_gift AND (NOT is_reminded) AND ((styles @> '["Let Recipient Pick"]'::jsonb) OR (size = 'Let Recipient Choose'::text)));--> statement-breakpoint
CREATE INDEX memberships_gifts_untold ON public.memberships USING btree (id) WHERE (is_gift AND (NOT is_notice_written) AND (member_email IS NOT NULL));--> statement-breakpoint
CREATE INDEX memberships_lost_lately ON public.memberships USING btree (lost_at) WHERE (lost_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX memberships_member_id ON public.memberships USING btree (md5(member_email));--> statement-breakpoint
CREATE INDEX memberships_new_gifts ON public.memberships USING btree (created_at) WHERE is_gift;--> statement-breakpoint
CREATE INDEX memberships_of_member ON public.memberships USING btree (member_email);--> statement-breakpoint
CREATE INDEX memberships_of_payer ON public.memberships USING btree (payer_email);--> statement-breakpoint
CREATE INDEX memberships_other_terms ON public.memberships USING btree (paid_until) WHERE (renews AND (provider_terms IS NOT NULL));--> statement-breakpoint
CREATE INDEX memberships_past_due ON public.memberships USING btree (id) WHERE (status = 'past_due'::text);--> statement-breakpoint
CREATE INDEX memberships_payer_id ON public.memberships USING btree (md5(payer_email));--> statement-breakpoint
CREATE INDEX memberships_person ON public.memberships USING btree (person_id);--> statement-breakpoint
CREATE INDEX memberships_terms_to_keep ON public.memberships USING btree (id) WHERE (renews AND ((provider_plan_id <> plan_id) OR (provider_price IS DISTINCT FROM renewal_price)));--> statement-breakpoint
CREATE INDEX memberships_wearer ON public.memberships USING btree (public.fold_words(COALESCE((address ->> 'fullName'::text), ''::text)) COLLATE "C", id);--> statement-breakpoint
CREATE INDEX memberships_without_size ON public.memberships USING btree (id) WHERE (size = ANY (ARRAY['Let Recipient Choose'::text, 'Unsure'::text]));--> statement-breakpoint
CREATE INDEX memberships_words ON public.memberships USING gin (public.search_words(COALESCE((address ->> 'fullName'::text), ''::text)));--> statement-breakpoint
CREATE INDEX newsletter_subscribers_newest ON public.newsletter_subscribers USING btree (subscribed_at, id);--> statement-breakpoint
CREATE INDEX newsletter_subscribers_pending ON public.newsletter_subscribers USING btree (subscribed_at) WHERE ((confirmed_at IS NULL) AND (status = 'active'::text));--> statement-breakpoint
CREATE INDEX newsletter_subscribers_person ON public.newsletter_subscribers USING btree (md5(email));--> statement-breakpoint
CREATE INDEX newsletter_subscribers_status ON public.newsletter_subscribers USING btree (status, confirmed_at);--> statement-breakpoint
CREATE INDEX newsletter_subscribers_words ON public.newsletter_subscribers USING gin (public.search_words(((email || ' '::text) || COALESCE(name, ''::text))));--> statement-breakpoint
CREATE INDEX order_items_order ON public.order_items USING btree (order_id, "position");--> statement-breakpoint
CREATE INDEX order_items_product ON public.order_items USING btree (product_id) WHERE (product_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX order_notes_order ON public.order_notes USING btree (order_id, created_at);--> statement-breakpoint
CREATE UNIQUE INDEX order_searches_name ON public.order_searches USING btree (lower(name));--> statement-breakpoint
CREATE INDEX order_tags_tag_of ON public.order_tags USING btree (tag);--> statement-breakpoint
CREATE INDEX order_words_found ON public.order_words USING btree (word, created_at, order_id);--> statement-breakpoint
CREATE INDEX orders_by_age ON public.orders USING btree (created_at, id);--> statement-breakpoint
CREATE INDEX orders_by_recipient ON public.orders USING btree (recipient_type, created_at, id);--> statement-breakpoint
CREATE INDEX orders_by_status ON public.orders USING btree (status, created_at, id);--> statement-breakpoint
CREATE INDEX orders_person ON public.orders USING btree (md5(lower(TRIM(BOTH FROM purchaser_email))));--> statement-breakpoint
CREATE INDEX orders_promotion ON public.orders USING btree (promotion_code);--> statement-breakpoint
CREATE INDEX orders_purchaser ON public.orders USING btree (purchaser_email);--> statement-breakpoint
CREATE INDEX orders_unpaid ON public.orders USING btree (created_at) WHERE (NOT is_paid);--> statement-breakpoint
CREATE INDEX other_mailboxes_first ON public.other_mailboxes USING btree (first_email);--> statement-breakpoint
CREATE INDEX other_mailboxes_id ON public.other_mailboxes USING btree (md5(email));--> statement-breakpoint
CREATE INDEX outbox_about ON public.outbox USING btree ("left"(fact, 36));--> statement-breakpoint
CREATE INDEX outbox_dropped ON public.outbox USING btree (created_at, id) WHERE (dropped_because IS NOT NULL);--> statement-breakpoint
CREATE INDEX outbox_due ON public.outbox USING btree (priority, run_at) WHERE (sent_at IS NULL);--> statement-breakpoint
CREATE INDEX outbox_kind ON public.outbox USING btree (kind, created_at, id);--> statement-breakpoint
CREATE INDEX outbox_newest ON public.outbox USING btree (created_at, id);--> statement-breakpoint
CREATE UNIQUE INDEX outbox_once ON public.outbox USING btree (fact, kind, copy);--> statement-breakpoint
CREATE INDEX outbox_recipient ON public.outbox USING btree (recipient, created_at, id);--> statement-breakpoint
CREATE INDEX outbox_sent ON public.outbox USING btree (sent_at);--> statement-breakpoint
CREATE UNIQUE INDEX parcels_back ON public.parcels USING btree (exchange_id) WHERE (label = ANY (ARRAY['wanted'::text, 'quoted'::text, 'bought'::text]));--> statement-breakpoint
CREATE INDEX parcels_box ON public.parcels USING btree (box_id);--> statement-breakpoint
CREATE INDEX parcels_followed ON public.parcels USING btree (asked_at) WHERE ((label = 'bought'::text) AND (track = ANY (ARRAY['waiting'::text, 'moving'::text, 'pickup'::text, 'problem'::text, 'lost'::text])) AND (tracking_number IS NOT NULL));--> statement-breakpoint
CREATE INDEX parcels_number ON public.parcels USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);--> statement-breakpoint
CREATE UNIQUE INDEX parcels_out ON public.parcels USING btree (box_id) WHERE ((exchange_id IS NULL) AND (label = ANY (ARRAY['wanted'::text, 'quoted'::text, 'bought'::text])));--> statement-breakpoint
CREATE INDEX parcels_unfinished ON public.parcels USING btree (updated_at) WHERE (label = ANY (ARRAY['wanted'::text, 'quoted'::text, 'voiding'::text]));--> statement-breakpoint
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);--> statement-breakpoint
CREATE INDEX payment_events_due ON public.payment_events USING btree (run_at) WHERE (handled_at IS NULL);--> statement-breakpoint
CREATE UNIQUE INDEX plan_changes_open ON public.plan_changes USING btree (membership_id) WHERE (state = 'open'::text);--> statement-breakpoint
CREATE INDEX price_changes_plan ON public.price_changes USING btree (plan_id, effective_on);--> statement-breakpoint
CREATE UNIQUE INDEX price_changes_running ON public.price_changes USING btree (plan_id) WHERE ((withdrawn_at IS NULL) AND (finished_at IS NULL));--> statement-breakpoint
CREATE INDEX price_run_members_open ON public.price_run_members USING btree (membership_id) WHERE (state = ANY (ARRAY['waiting'::text, 'told'::text]));--> statement-breakpoint
CREATE INDEX products_design ON public.products USING btree (design);--> statement-breakpoint
CREATE INDEX products_shown ON public.products USING btree (gender, style, display_order);--> statement-breakpoint
CREATE INDEX quiz_answer_options_question ON public.quiz_answer_options USING btree (question_id, display_order);--> statement-breakpoint
CREATE UNIQUE INDEX quiz_questions_step ON public.quiz_questions USING btree (version_id, key);--> statement-breakpoint
CREATE INDEX quiz_questions_version ON public.quiz_questions USING btree (version_id, display_order);--> statement-breakpoint
CREATE UNIQUE INDEX quiz_versions_one_draft ON public.quiz_versions USING btree (state) WHERE (state = 'draft'::text);--> statement-breakpoint
CREATE UNIQUE INDEX quiz_versions_one_published ON public.quiz_versions USING btree (state) WHERE (state = 'published'::text);--> statement-breakpoint
CREATE INDEX rate_limits_age ON public.rate_limits USING btree (slot);--> statement-breakpoint
CREATE INDEX recovery_codes_user ON public.recovery_codes USING btree (user_id);--> statement-breakpoint
CREATE INDEX refund_moves_refund ON public.refund_moves USING btree (refund_id);--> statement-breakpoint
CREATE INDEX refund_tries_refund ON public.refund_tries USING btree (refund_id);--> statement-breakpoint
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);--> statement-breakpoint
CREATE INDEX refunds_unanswered ON public.refunds USING btree (created_at) WHERE (provider_id IS NULL);--> statement-breakpoint
CREATE INDEX renewal_stops_open ON public.renewal_stops USING btree (created_at) WHERE (finished_at IS NULL);--> statement-breakpoint
CREATE INDEX reviews_by_state ON public.reviews USING btree (state, written_at);--> statement-breakpoint
CREATE INDEX reviews_of_belt ON public.reviews USING btree (product_id, written_at) WHERE (state = 'published'::text);--> statement-breakpoint
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);--> statement-breakpoint
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);--> statement-breakpoint
CREATE INDEX shipping_info_city ON public.shipping_info USING btree (lower(city) text_pattern_ops);--> statement-breakpoint
CREATE INDEX shipping_info_order ON public.shipping_info USING btree (order_id);--> statement-breakpoint
CREATE INDEX shipping_info_tracking ON public.shipping_info USING btree (upper(regexp_replace(tracking_number, '[[:space:]-]'::text, ''::text, 'g'::text))) WHERE (tracking_number IS NOT NULL);--> statement-breakpoint
CREATE INDEX shipping_info_zip ON public.shipping_info USING btree (zip_code text_pattern_ops);--> statement-breakpoint
CREATE INDEX staff_devices_user ON public.staff_devices USING btree (user_id);--> statement-breakpoint
CREATE INDEX stock_receipts_newest ON public.stock_receipts USING btree (created_at);--> statement-breakpoint
CREATE INDEX stock_receipts_variant ON public.stock_receipts USING btree (variant_id);--> statement-breakpoint
CREATE INDEX store_credit_order ON public.store_credit USING btree (order_id) WHERE (order_id IS NOT NULL);--> statement-breakpoint
CREATE INDEX store_credit_person ON public.store_credit USING btree (person_id, created_at);--> statement-breakpoint
CREATE INDEX stray_movements_open ON public.stray_movements USING btree (at) WHERE (settled_at IS NULL);--> statement-breakpoint
CREATE UNIQUE INDEX subscription_plans_one_popular ON public.subscription_plans USING btree (popular) WHERE (popular AND is_active);--> statement-breakpoint
CREATE TRIGGER audit_log_kept BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.audit_log_is_kept();--> statement-breakpoint
CREATE TRIGGER audit_log_whole BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.audit_log_is_kept();--> statement-breakpoint
CREATE TRIGGER box_counts_changed AFTER UPDATE ON public.boxes REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.box_counts_follow();--> statement-breakpoint
CREATE TRIGGER box_counts_gone AFTER DELETE ON public.boxes REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION public.box_counts_follow();--> statement-breakpoint
CREATE TRIGGER box_counts_new AFTER INSERT ON public.boxes REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.box_counts_follow();--> statement-breakpoint
CREATE TRIGGER dispute_history AFTER INSERT OR UPDATE ON public.disputes FOR EACH ROW EXECUTE FUNCTION public.dispute_changed();--> statement-breakpoint
CREATE TRIGGER figures_changed AFTER UPDATE ON public.box_feedback REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.feedback_figures();--> statement-breakpoint
CREATE TRIGGER figures_changed AFTER UPDATE ON public.disputes REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.membership_changed();--> statement-breakpoint
CREATE TRIGGER figures_changed AFTER UPDATE ON public.membership_payments REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.membership_changed();--> statement-breakpoint
CREATE TRIGGER figures_changed AFTER UPDATE ON public.memberships REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.membership_changed();--> statement-breakpoint
CREATE TRIGGER figures_changed AFTER UPDATE ON public.refunds REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.membership_changed();--> statement-breakpoint
CREATE TRIGGER figures_gone AFTER DELETE ON public.box_feedback REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION public.feedback_figures();--> statement-breakpoint
CREATE TRIGGER figures_new AFTER INSERT ON public.box_feedback REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.feedback_figures();--> statement-breakpoint
CREATE TRIGGER figures_new AFTER INSERT ON public.disputes REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.membership_changed();--> statement-breakpoint
CREATE TRIGGER figures_new AFTER INSERT ON public.membership_payments REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.membership_changed();--> statement-breakpoint
CREATE TRIGGER figures_new AFTER INSERT ON public.memberships REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.membership_changed();--> statement-breakpoint
CREATE TRIGGER figures_new AFTER INSERT ON public.refund_moves REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.membership_changed();--> statement-breakpoint
CREATE TRIGGER figures_new AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.membership_changed();--> statement-breakpoint
CREATE TRIGGER gift_told_changed AFTER UPDATE OF dropped_because, last_error ON public.outbox FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['gift-notice'::text, 'gift-reminder-10'::text])) AND (((old.dropped_because IS NULL) OR (old.last_error IS NOT NULL)) <> ((new.dropped_because IS NULL) OR (new.last_error IS NOT NULL))))) EXECUTE FUNCTION public.gift_told();--> statement-breakpoint
CREATE TRIGGER gift_told_gone AFTER DELETE ON public.outbox FOR EACH ROW WHEN ((old.kind = ANY (ARRAY['gift-notice'::text, 'gift-reminder-10'::text]))) EXECUTE FUNCTION public.gift_told();--> statement-breakpoint
CREATE TRIGGER gift_told_new AFTER INSERT ON public.outbox FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['gift-notice'::text, 'gift-reminder-10'::text]))) EXECUTE FUNCTION public.gift_told();--> statement-breakpoint
CREATE TRIGGER order_counts_changed AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.order_counts_follow();--> statement-breakpoint
CREATE TRIGGER order_counts_gone AFTER DELETE ON public.orders REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION public.order_counts_follow();--> statement-breakpoint
CREATE TRIGGER order_counts_new AFTER INSERT ON public.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.order_counts_follow();--> statement-breakpoint
CREATE TRIGGER order_words_changed AFTER UPDATE ON public.order_items REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.order_words_follow();--> statement-breakpoint
CREATE TRIGGER order_words_changed AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.order_words_follow();--> statement-breakpoint
CREATE TRIGGER order_words_changed AFTER UPDATE ON public.shipping_info REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.order_words_follow();--> statement-breakpoint
CREATE TRIGGER order_words_gone AFTER DELETE ON public.order_tags REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION public.order_tags_forget();--> statement-breakpoint
CREATE TRIGGER order_words_new AFTER INSERT ON public.order_items REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.order_words_follow();--> statement-breakpoint
CREATE TRIGGER order_words_new AFTER INSERT ON public.order_tags REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.order_words_follow();--> statement-breakpoint
CREATE TRIGGER order_words_new AFTER INSERT ON public.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.order_words_follow();--> statement-breakpoint
CREATE TRIGGER order_words_new AFTER INSERT ON public.shipping_info REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.order_words_follow();--> statement-breakpoint
CREATE TRIGGER orders_follow_changed AFTER UPDATE ON public.boxes REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.orders_follow_boxes();--> statement-breakpoint
CREATE TRIGGER orders_follow_new AFTER INSERT ON public.boxes REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.orders_follow_boxes();--> statement-breakpoint
CREATE TRIGGER refund_history AFTER INSERT OR UPDATE OF provider_id, status ON public.refunds FOR EACH ROW EXECUTE FUNCTION public.refund_tried();--> statement-breakpoint
CREATE TRIGGER shipments_changed AFTER UPDATE ON public.boxes FOR EACH ROW WHEN ((((old.state = ANY (ARRAY['shipped'::text, 'delivered'::text, 'returned'::text])) OR (new.state = ANY (ARRAY['shipped'::text, 'delivered'::text, 'returned'::text]))) AND (((((public.box_left_at(old.*) IS DISTINCT FROM public.box_left_at(new.*)) OR (old.value IS DISTINCT FROM new.value)) OR ((old.ship_to ->> 'state'::text) IS DISTINCT FROM (new.ship_to ->> 'state'::text))) OR (old.payment_id IS DISTINCT FROM new.payment_id)) OR (old.membership_id IS DISTINCT FROM new.membership_id)))) EXECUTE FUNCTION public.shipment_changed();--> statement-breakpoint
CREATE TRIGGER shipments_changed AFTER UPDATE ON public.membership_payments FOR EACH ROW WHEN ((((((old.amount + old.credit) > (0)::numeric) IS DISTINCT FROM ((new.amount + new.credit) > (0)::numeric)) OR (old.plan_id IS DISTINCT FROM new.plan_id)) OR (old.ship_state IS DISTINCT FROM new.ship_state))) EXECUTE FUNCTION public.shipment_changed();--> statement-breakpoint
CREATE TRIGGER shipments_changed AFTER UPDATE OF plan_id ON public.memberships FOR EACH ROW WHEN ((old.plan_id <> new.plan_id)) EXECUTE FUNCTION public.shipment_changed();--> statement-breakpoint
CREATE TRIGGER shipments_gone AFTER DELETE ON public.boxes FOR EACH ROW WHEN ((old.state = ANY (ARRAY['shipped'::text, 'delivered'::text, 'returned'::text]))) EXECUTE FUNCTION public.shipment_changed();--> statement-breakpoint
CREATE TRIGGER shipments_new AFTER INSERT ON public.boxes FOR EACH ROW WHEN ((new.state = ANY (ARRAY['shipped'::text, 'delivered'::text, 'returned'::text]))) EXECUTE FUNCTION public.shipment_changed();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER store_credit_balance AFTER INSERT ON public.store_credit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.store_credit_not_below_zero();--> statement-breakpoint
CREATE TRIGGER store_credit_kept BEFORE DELETE OR UPDATE ON public.store_credit FOR EACH ROW EXECUTE FUNCTION public.store_credit_is_kept();--> statement-breakpoint
ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES public.memberships(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);--> statement-breakpoint
ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);--> statement-breakpoint
ALTER TABLE ONLY public.belt_variants
    ADD CONSTRAINT belt_variants_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.box_feedback
    ADD CONSTRAINT box_feedback_box_id_boxes_id_fk FOREIGN KEY (box_id) REFERENCES public.boxes(id);--> statement-breakpoint
ALTER TABLE ONLY public.boxes
    ADD CONSTRAINT boxes_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES public.memberships(id);--> statement-breakpoint
ALTER TABLE ONLY public.boxes
    ADD CONSTRAINT boxes_payment_id_membership_payments_id_fk FOREIGN KEY (payment_id) REFERENCES public.membership_payments(id);--> statement-breakpoint
ALTER TABLE ONLY public.boxes
    ADD CONSTRAINT boxes_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES public.people(id);--> statement-breakpoint
ALTER TABLE ONLY public.boxes
    ADD CONSTRAINT boxes_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES public.products(id);--> statement-breakpoint
ALTER TABLE ONLY public.boxes
    ADD CONSTRAINT boxes_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES public.refunds(id);--> statement-breakpoint
ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);--> statement-breakpoint
ALTER TABLE ONLY public.contact_notes
    ADD CONSTRAINT contact_notes_message_id_contact_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.contact_messages(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.contact_notes
    ADD CONSTRAINT contact_notes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE ONLY public.contact_replies
    ADD CONSTRAINT contact_replies_message_id_contact_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.contact_messages(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.contact_replies
    ADD CONSTRAINT contact_replies_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE ONLY public.credit_uses
    ADD CONSTRAINT credit_uses_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES public.memberships(id);--> statement-breakpoint
ALTER TABLE ONLY public.delays
    ADD CONSTRAINT delays_box_id_boxes_id_fk FOREIGN KEY (box_id) REFERENCES public.boxes(id);--> statement-breakpoint
ALTER TABLE ONLY public.delays
    ADD CONSTRAINT delays_notice_id_drop_notices_id_fk FOREIGN KEY (notice_id) REFERENCES public.drop_notices(id);--> statement-breakpoint
ALTER TABLE ONLY public.dispute_changes
    ADD CONSTRAINT dispute_changes_dispute_id_disputes_id_fk FOREIGN KEY (dispute_id) REFERENCES public.disputes(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.exchange_photos
    ADD CONSTRAINT exchange_photos_box_id_boxes_id_fk FOREIGN KEY (box_id) REFERENCES public.boxes(id);--> statement-breakpoint
ALTER TABLE ONLY public.exchange_photos
    ADD CONSTRAINT exchange_photos_exchange_id_exchanges_id_fk FOREIGN KEY (exchange_id) REFERENCES public.exchanges(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.exchanges
    ADD CONSTRAINT exchanges_box_id_boxes_id_fk FOREIGN KEY (box_id) REFERENCES public.boxes(id);--> statement-breakpoint
ALTER TABLE ONLY public.exchanges
    ADD CONSTRAINT exchanges_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES public.refunds(id);--> statement-breakpoint
ALTER TABLE ONLY public.exchanges
    ADD CONSTRAINT exchanges_replacement_box_id_boxes_id_fk FOREIGN KEY (replacement_box_id) REFERENCES public.boxes(id);--> statement-breakpoint
ALTER TABLE ONLY public.exchanges
    ADD CONSTRAINT exchanges_wanted_product_id_products_id_fk FOREIGN KEY (wanted_product_id) REFERENCES public.products(id);--> statement-breakpoint
ALTER TABLE ONLY public.given_away
    ADD CONSTRAINT given_away_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);--> statement-breakpoint
ALTER TABLE ONLY public.given_away
    ADD CONSTRAINT given_away_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);--> statement-breakpoint
ALTER TABLE ONLY public.handovers
    ADD CONSTRAINT handovers_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES public.memberships(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_message_id_contact_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.contact_messages(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.kept_mails
    ADD CONSTRAINT kept_mails_mail_id_outbox_id_fk FOREIGN KEY (mail_id) REFERENCES public.outbox(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.letter_readers
    ADD CONSTRAINT letter_readers_letter_id_letters_id_fk FOREIGN KEY (letter_id) REFERENCES public.letters(id);--> statement-breakpoint
ALTER TABLE ONLY public.login_challenges
    ADD CONSTRAINT login_challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.lost_taxes
    ADD CONSTRAINT lost_taxes_dispute_id_disputes_id_fk FOREIGN KEY (dispute_id) REFERENCES public.disputes(id);--> statement-breakpoint
ALTER TABLE ONLY public.lost_taxes
    ADD CONSTRAINT lost_taxes_payment_id_membership_payments_id_fk FOREIGN KEY (payment_id) REFERENCES public.membership_payments(id);--> statement-breakpoint
ALTER TABLE ONLY public.mail_attachments
    ADD CONSTRAINT mail_attachments_mail_id_inbound_mails_id_fk FOREIGN KEY (mail_id) REFERENCES public.inbound_mails(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.manual_orders
    ADD CONSTRAINT manual_orders_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);--> statement-breakpoint
ALTER TABLE ONLY public.membership_links
    ADD CONSTRAINT membership_links_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES public.memberships(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.membership_payments
    ADD CONSTRAINT membership_payments_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES public.memberships(id);--> statement-breakpoint
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_order_item_id_order_items_id_fk FOREIGN KEY (order_item_id) REFERENCES public.order_items(id);--> statement-breakpoint
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES public.people(id);--> statement-breakpoint
ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES public.products(id);--> statement-breakpoint
ALTER TABLE ONLY public.order_notes
    ADD CONSTRAINT order_notes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.order_notes
    ADD CONSTRAINT order_notes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE ONLY public.order_tags
    ADD CONSTRAINT order_tags_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.order_words
    ADD CONSTRAINT order_words_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_subscription_plan_id_subscription_plans_id_fk FOREIGN KEY (subscription_plan_id) REFERENCES public.subscription_plans(id);--> statement-breakpoint
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE ONLY public.parcels
    ADD CONSTRAINT parcels_box_id_boxes_id_fk FOREIGN KEY (box_id) REFERENCES public.boxes(id);--> statement-breakpoint
ALTER TABLE ONLY public.parcels
    ADD CONSTRAINT parcels_exchange_id_exchanges_id_fk FOREIGN KEY (exchange_id) REFERENCES public.exchanges(id);--> statement-breakpoint
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.picture_files
    ADD CONSTRAINT picture_files_hash_pictures_hash_fk FOREIGN KEY (hash) REFERENCES public.pictures(hash) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.plan_changes
    ADD CONSTRAINT plan_changes_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES public.memberships(id);--> statement-breakpoint
ALTER TABLE ONLY public.price_run_members
    ADD CONSTRAINT price_run_members_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES public.memberships(id);--> statement-breakpoint
ALTER TABLE ONLY public.price_run_members
    ADD CONSTRAINT price_run_members_run_id_price_changes_id_fk FOREIGN KEY (run_id) REFERENCES public.price_changes(id);--> statement-breakpoint
ALTER TABLE ONLY public.quiz_answer_options
    ADD CONSTRAINT quiz_answer_options_question_id_quiz_questions_id_fk FOREIGN KEY (question_id) REFERENCES public.quiz_questions(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.quiz_questions
    ADD CONSTRAINT quiz_questions_version_id_quiz_versions_id_fk FOREIGN KEY (version_id) REFERENCES public.quiz_versions(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.refund_moves
    ADD CONSTRAINT refund_moves_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES public.refunds(id);--> statement-breakpoint
ALTER TABLE ONLY public.refund_tries
    ADD CONSTRAINT refund_tries_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES public.refunds(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_payment_id_membership_payments_id_fk FOREIGN KEY (payment_id) REFERENCES public.membership_payments(id);--> statement-breakpoint
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_box_id_boxes_id_fk FOREIGN KEY (box_id) REFERENCES public.boxes(id);--> statement-breakpoint
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES public.people(id);--> statement-breakpoint
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES public.products(id);--> statement-breakpoint
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.shipping_info
    ADD CONSTRAINT shipping_info_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.shipping_info
    ADD CONSTRAINT shipping_info_order_item_id_order_items_id_fk FOREIGN KEY (order_item_id) REFERENCES public.order_items(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.staff_devices
    ADD CONSTRAINT staff_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.stock_receipts
    ADD CONSTRAINT stock_receipts_variant_id_belt_variants_id_fk FOREIGN KEY (variant_id) REFERENCES public.belt_variants(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE ONLY public.store_credit
    ADD CONSTRAINT store_credit_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES public.orders(id);--> statement-breakpoint
ALTER TABLE ONLY public.store_credit
    ADD CONSTRAINT store_credit_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES public.people(id);
