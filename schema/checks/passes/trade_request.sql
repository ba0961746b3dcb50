-- Every request once. Its figure equals that of the pending trades.
SELECT count(*) AS i23
     , count(*) FILTER (WHERE tr_tt_id NOT IN ('TLB', 'TLS', 'TSL'))
       - coalesce(sum(hashtextextended(tr_s_symb, hash_numeric_extended(tr_bid_price, hashint4extended(tr_qty,
             hashint8extended(tr_b_id, hashtextextended(tr_tt_id, tr_t_id)))))), 0) AS i24
FROM trade_request;
