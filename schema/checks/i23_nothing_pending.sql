-- check: I23
-- class: L
-- title: every trade is completed and no request waits
SELECT t_id
FROM trade
WHERE t_st_id <> 'CMPT'
UNION ALL
SELECT tr_t_id
FROM trade_request;
