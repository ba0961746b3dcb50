-- Every cash transaction once. Its figure equals that of the completed cash trades.
SELECT -sum(timestamp_hash_extended(ct_dts, hash_numeric_extended(ct_amt, ct_t_id))) AS i16
FROM cash_transaction;
