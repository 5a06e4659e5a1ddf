ALTER TABLE "passkeys" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "passkeys" CASCADE;--> statement-breakpoint
ALTER TABLE "login_challenges" DROP CONSTRAINT "login_challenges_kind";--> statement-breakpoint
ALTER TABLE "login_challenges" DROP COLUMN "challenge";--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_kind" CHECK ("login_challenges"."kind" = 'totp');