ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_from_qty_check CHECK (cr_from_qty >= 0);
