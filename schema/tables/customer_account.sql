-- Accounts, five per customer on average. ca_tax_st: 0 tax-free, 1 taxed and withheld, 2 taxed and not withheld.
CREATE TABLE customer_account (
    ca_id     bigint NOT NULL
  , ca_b_id   bigint NOT NULL
  , ca_c_id   bigint NOT NULL
  , ca_name   varchar(50)
  , ca_tax_st smallint NOT NULL
  , ca_bal    numeric(12,2) NOT NULL
);
