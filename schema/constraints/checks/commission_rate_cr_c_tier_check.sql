ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_c_tier_check CHECK (cr_c_tier IN (1, 2, 3));
