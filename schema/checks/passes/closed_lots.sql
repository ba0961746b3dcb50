-- Every trade that closed lots once, with the trades that had opened them.
WITH rates AS (
  SELECT cx_c_id
       , sum(tx_rate) AS rate
  FROM customer_taxrate
  JOIN taxrate ON tx_id = cx_tx_id
  GROUP BY cx_c_id
), closings AS (
  SELECT changer.t_id
       , changer.t_ca_id
       , changer.t_qty
       , count(*) AS lots
       , sum(hh_before_qty - hh_after_qty) AS quantity
       , sum((hh_before_qty - hh_after_qty) * (changer.t_trade_price - opener.t_trade_price)) AS gain
       , count(*) FILTER (
           WHERE opener.t_ca_id <> changer.t_ca_id
              OR opener.t_s_symb <> changer.t_s_symb
              OR opener.t_dts > changer.t_dts
         ) AS misplaced
  FROM holding_history
  LEFT JOIN trade AS opener ON opener.t_id = hh_h_t_id
  LEFT JOIN trade AS changer ON changer.t_id = hh_t_id
  WHERE hh_h_t_id <> hh_t_id
  GROUP BY changer.t_id, changer.t_ca_id, changer.t_qty
)
SELECT coalesce(sum(misplaced), 0) AS i12
     , count(*) FILTER (WHERE lots > 8 OR (lots = 8 AND abs(quantity) <> t_qty)) AS i13
     , -coalesce(sum(hash_numeric_extended(round(gain * rate, 2), t_id))
         FILTER (WHERE ca_tax_st <> 0 AND gain > 0 AND round(gain * rate, 2) <> 0), 0) AS i20
FROM closings
LEFT JOIN customer_account ON ca_id = t_ca_id
LEFT JOIN rates ON cx_c_id = ca_c_id;
