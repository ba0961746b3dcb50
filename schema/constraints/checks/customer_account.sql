ALTER TABLE customer_account
ADD CONSTRAINT customer_account_ca_tax_st_check CHECK (ca_tax_st IN (0, 1, 2));
