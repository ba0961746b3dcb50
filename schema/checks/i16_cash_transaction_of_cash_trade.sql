-- check: I16
-- class: A
-- title: exactly the completed cash trades have a cash transaction, with their amount and completion time
SELECT t_id
FROM trade
LEFT JOIN cash_transaction ON ct_t_id = t_id
LEFT JOIN settlement ON se_t_id = t_id
WHERE (ct_t_id IS NOT NULL) <> (t_is_cash AND t_st_id = 'CMPT')
   OR ct_amt <> se_amt
   OR ct_dts <> t_dts;
