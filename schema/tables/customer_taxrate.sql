-- The country rate and the division rate of each customer.
CREATE TABLE customer_taxrate (
    cx_tx_id varchar(4) NOT NULL
  , cx_c_id  bigint NOT NULL
);
