ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_cr_rate_check CHECK (cr_rate >= 0);
