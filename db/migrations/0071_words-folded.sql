-- What is typed and what is kept meet without accents and apostrophes: "Jose" finds José, and "oneill" O’Neill. Both of
-- these stand in indexes, so each is whole in itself: where a backup is read back, no other function is in its path.
CREATE FUNCTION "fold_words"(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
	SELECT translate(lower(regexp_replace(normalize(said, NFKD), E'[\u0300-\u036f]', '', 'g')), E'øØłŁđĐıß\'`´‘’ʼ', 'oollddis')
$$;--> statement-breakpoint
CREATE FUNCTION "search_words"(said text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
	SELECT to_tsvector('pg_catalog.simple'::regconfig, regexp_replace(
		translate(lower(regexp_replace(normalize(said, NFKD), E'[\u0300-\u036f]', '', 'g')), E'øØłŁđĐıß\'`´‘’ʼ', 'oollddis'), E'[!-/:-@[-`{-~\\s]+', ' ', 'g'))
$$;--> statement-breakpoint
-- Every word of what was typed, as the beginning of one; nothing typed finds nothing.
CREATE FUNCTION "search_query"(said text) RETURNS tsquery LANGUAGE sql STABLE STRICT AS $$
	SELECT coalesce(string_agg(quote_literal(w.word) || ':*', ' & ')::tsquery, ''::tsquery)
	FROM regexp_split_to_table(fold_words(said), E'[!-/:-@[-`{-~\\s]+') AS w(word) WHERE w.word <> ''
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "order_words_of"(ids uuid[]) RETURNS TABLE(order_id uuid, word text, created_at timestamptz) LANGUAGE sql STABLE AS $$
	SELECT DISTINCT o.id, left(w.word, 100), o.created_at
	FROM unnest(ids) AS wanted(id) JOIN orders o ON o.id = wanted.id CROSS JOIN LATERAL (
		SELECT unnest(ARRAY[regexp_replace(lower(o.order_number), '^bc-', ''), replace(regexp_replace(lower(o.order_number), '^bc-', ''), '-', '')]) AS word
		UNION ALL SELECT fold_words(e.email) FROM (VALUES (o.purchaser_email), (o.gift_recipient_email)) AS e(email)
		-- The second half of a double name is a word of its own, too.
		UNION ALL SELECT unnest(regexp_split_to_array(fold_words(n.name), '\s+') || regexp_split_to_array(fold_words(n.name), '[\s-]+'))
			FROM (VALUES (o.gift_recipient_name), (o.gift_sender_name)) AS n(name)
		UNION ALL SELECT unnest(regexp_split_to_array(fold_words(s.recipient_name), '\s+')
			|| regexp_split_to_array(fold_words(s.recipient_name), '[\s-]+')
			|| regexp_split_to_array(fold_words(concat_ws(' ', s.address_line1, s.address_line2, s.city, s.state, s.zip_code)), '[\s,]+')
			|| ARRAY[fold_words(s.email), regexp_replace(lower(s.tracking_number), '[\s-]', '', 'g')]) FROM shipping_info s WHERE s.order_id = o.id
		UNION ALL SELECT 'tag:' || t.tag FROM order_tags t WHERE t.order_id = o.id
		UNION ALL SELECT 'plan:' || (i.preferences ->> 'planId') FROM order_items i WHERE i.order_id = o.id
	) AS w WHERE w.word <> ''
$$;--> statement-breakpoint
DROP INDEX "contact_messages_name";--> statement-breakpoint
DROP INDEX "newsletter_subscribers_email";--> statement-breakpoint
DROP INDEX "newsletter_subscribers_name";--> statement-breakpoint
DROP INDEX "contact_messages_email";--> statement-breakpoint
CREATE INDEX "memberships_wearer" ON "memberships" USING btree (lower(coalesce("address" ->> 'fullName', '')),"id");--> statement-breakpoint
CREATE INDEX "exchanges_box" ON "exchanges" USING btree ("box_id");--> statement-breakpoint
CREATE INDEX "exchanges_newest" ON "exchanges" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_aside" ON "contact_messages" USING btree ("waiting_since","id") WHERE "contact_messages"."aside" is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_words" ON "contact_messages" USING gin (search_words("name" || ' ' || "email" || ' ' || "subject" || ' ' || coalesce("order_number", '')));--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_words" ON "newsletter_subscribers" USING gin (search_words("email" || ' ' || coalesce("name", '')));--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_status" ON "newsletter_subscribers" USING btree ("status","confirmed_at");--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower(trim("email")),"created_at");--> statement-breakpoint
-- Orders of which a word is another one now.
INSERT INTO "order_words" ("order_id", "word", "created_at") SELECT d.order_id, d.word, d.created_at FROM order_words_of(ARRAY(
	SELECT DISTINCT w.order_id FROM order_words w WHERE w.word ~ '[^ -~]|''|`|[a-z]-')) d ON CONFLICT DO NOTHING;
