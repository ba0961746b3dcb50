-- check: I15
-- class: A
-- title: settlement amount follows from quantity, price, charge, commission and withheld tax
SELECT t_id
     , se_amt
FROM trade
JOIN trade_type ON tt_id = t_tt_id
JOIN settlement ON se_t_id = t_id
JOIN customer_account ON ca_id = t_ca_id
WHERE t_st_id = 'CMPT'
  AND se_amt <> CASE
                  WHEN tt_is_sell THEN t_qty * t_trade_price - t_chrg - t_comm
                  ELSE -(t_qty * t_trade_price + t_chrg + t_comm)
                END - CASE WHEN ca_tax_st = 1 THEN t_tax ELSE 0 END;
