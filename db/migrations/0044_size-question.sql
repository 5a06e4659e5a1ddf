-- People know their pants size, not their belt's (docs/decisions/054). A question in the owner's own words stays.
update quiz_questions set question_text = 'What pants size do you wear?'
  where key = 'size' and question_text = 'What is your belt size?';--> statement-breakpoint
update quiz_questions set gift_text = 'What pants size do they wear?'
  where key = 'size' and gift_text = 'What is their belt size?';
