ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_to_qty_check CHECK (cr_to_qty > cr_from_qty);
