ALTER TABLE "memberships" ADD COLUMN "is_notice_written" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "is_reminded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "memberships_gifts_untold" ON "memberships" USING btree ("id") WHERE "memberships"."is_gift" and not "memberships"."is_notice_written" and "memberships"."member_email" is not null;--> statement-breakpoint
CREATE INDEX "memberships_gifts_unchosen" ON "memberships" USING btree ("id") WHERE "memberships"."is_gift" and not "memberships"."is_reminded" and ("memberships"."styles" @> '["Let Recipient Pick"]'::jsonb or "memberships"."size" = 'Let Recipient Choose');--> statement-breakpoint
-- Whether a gift's notice and its last reminder are written: one is in the outbox that wasn't dropped, or was given up
-- (server/notifications/send-notices.ts). A look for what is due would read all gifts without.
CREATE FUNCTION "gift_told"() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;--> statement-breakpoint
CREATE TRIGGER "gift_told_new" AFTER INSERT ON "outbox" FOR EACH ROW
	WHEN (NEW.kind IN ('gift-notice', 'gift-reminder-10')) EXECUTE FUNCTION "gift_told"();--> statement-breakpoint
CREATE TRIGGER "gift_told_changed" AFTER UPDATE OF "dropped_because", "last_error" ON "outbox" FOR EACH ROW
	WHEN (NEW.kind IN ('gift-notice', 'gift-reminder-10')
		AND (OLD.dropped_because IS NULL OR OLD.last_error IS NOT NULL) <> (NEW.dropped_because IS NULL OR NEW.last_error IS NOT NULL))
	EXECUTE FUNCTION "gift_told"();--> statement-breakpoint
CREATE TRIGGER "gift_told_gone" AFTER DELETE ON "outbox" FOR EACH ROW
	WHEN (OLD.kind IN ('gift-notice', 'gift-reminder-10')) EXECUTE FUNCTION "gift_told"();--> statement-breakpoint
UPDATE "memberships" m SET
	"is_notice_written" = EXISTS (SELECT 1 FROM "outbox" o WHERE o.fact = m.id::text AND o.kind = 'gift-notice' AND (o.dropped_because IS NULL OR o.last_error IS NOT NULL)),
	"is_reminded" = EXISTS (SELECT 1 FROM "outbox" o WHERE o.fact = m.id::text AND o.kind = 'gift-reminder-10' AND (o.dropped_because IS NULL OR o.last_error IS NOT NULL))
	WHERE "is_gift";
