ALTER TABLE customer
ADD CONSTRAINT customer_c_gndr_check CHECK (c_gndr IN ('M', 'F'));

ALTER TABLE customer
ADD CONSTRAINT customer_c_tier_check CHECK (c_tier IN (1, 2, 3));
