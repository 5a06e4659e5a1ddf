CREATE TABLE "order_counts" (
	"slot" integer PRIMARY KEY NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"gifts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_words" (
	"order_id" uuid NOT NULL,
	"word" text collate "C" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_words_order_id_word_pk" PRIMARY KEY("order_id","word")
);
--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
ALTER TABLE "order_words" ADD CONSTRAINT "order_words_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_words_found" ON "order_words" USING btree ("word","created_at","order_id");--> statement-breakpoint
CREATE INDEX "outbox_about" ON "outbox" USING btree (left("fact", 36));--> statement-breakpoint
CREATE INDEX "orders_by_age" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_recipient" ON "orders" USING btree ("recipient_type","created_at","id");--> statement-breakpoint
CREATE FUNCTION "order_words_of"(ids uuid[]) RETURNS TABLE(order_id uuid, word text, created_at timestamptz) LANGUAGE sql STABLE AS $$
	SELECT DISTINCT o.id, left(w.word, 100), o.created_at
	FROM unnest(ids) AS wanted(id) JOIN orders o ON o.id = wanted.id CROSS JOIN LATERAL (
		SELECT regexp_replace(lower(o.order_number), '^bc-', '') AS word
		UNION ALL SELECT lower(e.email) FROM (VALUES (o.purchaser_email), (o.gift_recipient_email)) AS e(email)
		UNION ALL SELECT regexp_split_to_table(lower(n.name), '\s+') FROM (VALUES (o.gift_recipient_name), (o.gift_sender_name)) AS n(name)
		UNION ALL SELECT unnest(regexp_split_to_array(lower(s.recipient_name), '\s+') || lower(s.email)) FROM shipping_info s WHERE s.order_id = o.id
		UNION ALL SELECT 'plan:' || (i.preferences ->> 'planId') FROM order_items i WHERE i.order_id = o.id
	) AS w WHERE w.word <> ''
$$;--> statement-breakpoint
CREATE FUNCTION "order_words_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
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
		WHERE (f.recipient_name, f.email) IS DISTINCT FROM (s.recipient_name, s.email);
	ELSE
		SELECT array_agg(DISTINCT f.order_id) INTO ids FROM fresh f JOIN stale s ON s.id = f.id
		WHERE f.preferences ->> 'planId' IS DISTINCT FROM s.preferences ->> 'planId';
	END IF;
	IF ids IS NULL THEN RETURN NULL; END IF;
	IF TG_OP = 'UPDATE' THEN DELETE FROM order_words w WHERE w.order_id = ANY(ids); END IF;
	INSERT INTO order_words (order_id, word, created_at) SELECT d.order_id, d.word, d.created_at FROM order_words_of(ids) d ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "order_words_new" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "order_words_follow"();--> statement-breakpoint
CREATE TRIGGER "order_words_changed" AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "order_words_follow"();--> statement-breakpoint
CREATE TRIGGER "order_words_new" AFTER INSERT ON "shipping_info" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "order_words_follow"();--> statement-breakpoint
CREATE TRIGGER "order_words_changed" AFTER UPDATE ON "shipping_info" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "order_words_follow"();--> statement-breakpoint
CREATE TRIGGER "order_words_new" AFTER INSERT ON "order_items" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "order_words_follow"();--> statement-breakpoint
CREATE TRIGGER "order_words_changed" AFTER UPDATE ON "order_items" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "order_words_follow"();--> statement-breakpoint
CREATE FUNCTION "order_counts_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "order_counts_new" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "order_counts_follow"();--> statement-breakpoint
CREATE TRIGGER "order_counts_changed" AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "order_counts_follow"();--> statement-breakpoint
CREATE TRIGGER "order_counts_gone" AFTER DELETE ON "orders" REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION "order_counts_follow"();--> statement-breakpoint
INSERT INTO "order_counts" ("slot", "orders", "gifts") SELECT n, CASE WHEN n = 0 THEN (SELECT count(*) FROM orders) ELSE 0 END, CASE WHEN n = 0 THEN (SELECT count(*) FROM orders WHERE recipient_type = 'gift') ELSE 0 END FROM generate_series(0, 15) n;--> statement-breakpoint
INSERT INTO "order_words" ("order_id", "word", "created_at") SELECT d.order_id, d.word, d.created_at FROM order_words_of(ARRAY(SELECT id FROM orders)) d;
