-- serves: Trade-Result F6 (TR18)
-- note:   nearly every Trade-Result updates ca_bal, which is not indexed: a fifth of each page is kept free for HOT
--         updates.
ALTER TABLE customer_account SET (
    fillfactor = 80
  , autovacuum_vacuum_scale_factor = 0.05
);
