CREATE TABLE "receipts" (
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"subject_id" uuid NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipts_kind_number_pk" PRIMARY KEY("kind","number"),
	CONSTRAINT "receipts_subject_id_unique" UNIQUE("subject_id"),
	CONSTRAINT "receipts_kind" CHECK ("receipts"."kind" in ('receipt', 'credit-note')),
	CONSTRAINT "receipts_number" CHECK ("receipts"."number" > 0)
);
