CREATE TABLE "shared_straps" (
	"membership_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"words" text NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shared_straps_token_unique" UNIQUE("token"),
	CONSTRAINT "shared_straps_token" CHECK ("shared_straps"."token" ~ '^[A-Za-z0-9_-]{32}$')
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "measured_inches" numeric(4, 1);--> statement-breakpoint
ALTER TABLE "shared_straps" ADD CONSTRAINT "shared_straps_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_measured" CHECK ("memberships"."measured_inches" between 20 and 60);--> statement-breakpoint
-- A length belongs to the size that was read from it, and to the person who wears that.
CREATE FUNCTION "drop_measure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.measured_inches := NULL;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "memberships_measure" BEFORE UPDATE OF "size", "theirs_since" ON "memberships" FOR EACH ROW
	WHEN (OLD.measured_inches IS NOT DISTINCT FROM NEW.measured_inches
		AND (OLD.size <> NEW.size OR OLD.theirs_since IS DISTINCT FROM NEW.theirs_since))
	EXECUTE FUNCTION "drop_measure"();--> statement-breakpoint
-- Who shared the strap has handed it on.
CREATE FUNCTION "end_strap"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM shared_straps WHERE membership_id = NEW.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "memberships_strap" AFTER UPDATE OF "theirs_since" ON "memberships" FOR EACH ROW
	WHEN (OLD.theirs_since IS DISTINCT FROM NEW.theirs_since)
	EXECUTE FUNCTION "end_strap"();
