-- A belt that came back worn went to its member again, and is under warranty like any other: since 0063 such a return ends as
-- declined. Those that ended before it, received and without any remedy, still stood as closed and shut its claim out.
update exchanges set state = 'declined'
where state = 'closed' and kind in ('size', 'style', 'return') and received_at is not null and settled_at is null and refund_id is null;
