ALTER TABLE customer
ADD CONSTRAINT customer_c_gndr_check CHECK (c_gndr IN ('M', 'F'));
