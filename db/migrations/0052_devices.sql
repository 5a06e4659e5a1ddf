ALTER TABLE "account_sessions" ADD COLUMN "previous_token_hash" text;--> statement-breakpoint
ALTER TABLE "account_sessions" ADD COLUMN "rotated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_sessions" ADD COLUMN "is_token_known" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "account_sessions" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_sessions" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_sessions" ADD CONSTRAINT "account_sessions_previous_token_hash_unique" UNIQUE("previous_token_hash");