CREATE TABLE "box_counts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"drop" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"boxes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hand_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"cart" jsonb NOT NULL,
	"cart_hash" text NOT NULL,
	"email" text NOT NULL,
	"reason" text NOT NULL,
	"token_hash" text,
	"expires_at" timestamp with time zone,
	"username" text NOT NULL,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hand_orders_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "hand_orders_kind" CHECK ("hand_orders"."kind" in ('link', 'card', 'paid', 'free', 'replacement'))
);
--> statement-breakpoint
CREATE TABLE "order_searches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"username" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_tags" (
	"order_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_tags_order_id_tag_pk" PRIMARY KEY("order_id","tag"),
	CONSTRAINT "order_tags_tag" CHECK ("order_tags"."tag" = lower(trim("order_tags"."tag")) and "order_tags"."tag" <> '')
);
--> statement-breakpoint
ALTER TABLE "membership_payments" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_paid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "hand_orders" ADD CONSTRAINT "hand_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_tags" ADD CONSTRAINT "order_tags_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "box_counts_drop" ON "box_counts" USING btree ("drop");--> statement-breakpoint
CREATE INDEX "hand_orders_newest" ON "hand_orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "hand_orders_order" ON "hand_orders" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_searches_name" ON "order_searches" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "order_tags_tag_of" ON "order_tags" USING btree ("tag");--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("created_at") WHERE not "orders"."is_paid";--> statement-breakpoint
ALTER TABLE "membership_payments" ADD CONSTRAINT "membership_payments_paid_by" CHECK ("membership_payments"."paid_by" in ('cash', 'check', 'transfer'));--> statement-breakpoint
-- An order is also found by where it goes and by its parcel, and by its number as it is read out, without dashes.
CREATE OR REPLACE FUNCTION "order_words_of"(ids uuid[]) RETURNS TABLE(order_id uuid, word text, created_at timestamptz) LANGUAGE sql STABLE AS $$
	SELECT DISTINCT o.id, left(w.word, 100), o.created_at
	FROM unnest(ids) AS wanted(id) JOIN orders o ON o.id = wanted.id CROSS JOIN LATERAL (
		SELECT unnest(ARRAY[regexp_replace(lower(o.order_number), '^bc-', ''), replace(regexp_replace(lower(o.order_number), '^bc-', ''), '-', '')]) AS word
		UNION ALL SELECT lower(e.email) FROM (VALUES (o.purchaser_email), (o.gift_recipient_email)) AS e(email)
		UNION ALL SELECT regexp_split_to_table(lower(n.name), '\s+') FROM (VALUES (o.gift_recipient_name), (o.gift_sender_name)) AS n(name)
		UNION ALL SELECT unnest(regexp_split_to_array(lower(s.recipient_name), '\s+')
			|| regexp_split_to_array(lower(concat_ws(' ', s.address_line1, s.address_line2, s.city, s.state, s.zip_code)), '[\s,]+')
			|| ARRAY[lower(s.email), regexp_replace(lower(s.tracking_number), '[\s-]', '', 'g')]) FROM shipping_info s WHERE s.order_id = o.id
		UNION ALL SELECT 'tag:' || t.tag FROM order_tags t WHERE t.order_id = o.id
		UNION ALL SELECT 'plan:' || (i.preferences ->> 'planId') FROM order_items i WHERE i.order_id = o.id
	) AS w WHERE w.word <> ''
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "order_words_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[];
BEGIN
	IF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'orders' THEN
		SELECT array_agg(id) INTO ids FROM fresh;
	ELSIF TG_OP = 'INSERT' THEN
		SELECT array_agg(DISTINCT order_id) INTO ids FROM fresh;
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
	IF TG_OP = 'UPDATE' THEN DELETE FROM order_words w WHERE w.order_id = ANY(ids); END IF;
	INSERT INTO order_words (order_id, word, created_at) SELECT d.order_id, d.word, d.created_at FROM order_words_of(ids) d ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "order_tags_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM order_words w USING stale s WHERE w.order_id = s.order_id AND w.word = 'tag:' || s.tag;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "order_words_new" AFTER INSERT ON "order_tags" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "order_words_follow"();--> statement-breakpoint
CREATE TRIGGER "order_words_gone" AFTER DELETE ON "order_tags" REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION "order_tags_forget"();--> statement-breakpoint
-- One function for all three: of a statement that inserts there is no old table to name, so each has a query of its own.
CREATE FUNCTION "box_counts_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO box_counts (drop, kind, state, boxes) SELECT drop, kind, state, count(*) FROM fresh GROUP BY 1, 2, 3;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO box_counts (drop, kind, state, boxes) SELECT drop, kind, state, -count(*) FROM stale GROUP BY 1, 2, 3;
	ELSE
		INSERT INTO box_counts (drop, kind, state, boxes) SELECT drop, kind, state, sum(n)
		FROM (SELECT drop, kind, state, 1 AS n FROM fresh UNION ALL SELECT drop, kind, state, -1 FROM stale) AS moved
		GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "box_counts_new" AFTER INSERT ON "boxes" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "box_counts_follow"();--> statement-breakpoint
CREATE TRIGGER "box_counts_changed" AFTER UPDATE ON "boxes" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "box_counts_follow"();--> statement-breakpoint
CREATE TRIGGER "box_counts_gone" AFTER DELETE ON "boxes" REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION "box_counts_follow"();--> statement-breakpoint
INSERT INTO "box_counts" ("drop", "kind", "state", "boxes") SELECT "drop", "kind", "state", count(*) FROM "boxes" GROUP BY 1, 2, 3;--> statement-breakpoint
-- Older ones are looked at by nobody.
UPDATE "orders" o SET "is_paid" = true WHERE o.created_at > now() - interval '4 days' AND EXISTS (
	SELECT 1 FROM order_items i JOIN memberships m ON m.order_item_id = i.id JOIN membership_payments p ON p.membership_id = m.id WHERE i.order_id = o.id);--> statement-breakpoint
INSERT INTO "order_words" ("order_id", "word", "created_at") SELECT d.order_id, d.word, d.created_at FROM order_words_of(ARRAY(SELECT id FROM orders)) d ON CONFLICT DO NOTHING;
