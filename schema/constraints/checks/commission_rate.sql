ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_c_tier_check CHECK (cr_c_tier IN (1, 2, 3));

ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_from_qty_check CHECK (cr_from_qty >= 0);

ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_rate_check CHECK (cr_rate >= 0);

ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_to_qty_check CHECK (cr_to_qty > cr_from_qty);
