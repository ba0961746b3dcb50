-- Every trade once, with its owner, its type and what it should cost. The joins keep all trades: a value that is
-- missing counts against the check. OFFSET 0 makes PostgreSQL work out shared values once per trade.
WITH costs AS (
  SELECT cr_c_tier
       , cr_tt_id
       , cr_ex_id
       , quantity
       , max(ch_chrg) AS charge
       , CASE count(*) WHEN 1 THEN max(cr_rate) * quantity * 0.01 END AS commission_by_price
  FROM commission_rate
  JOIN charge ON ch_c_tier = cr_c_tier AND ch_tt_id = cr_tt_id
  JOIN (VALUES (100), (200), (400), (800)) AS quantities (quantity) ON quantity BETWEEN cr_from_qty AND cr_to_qty
  GROUP BY cr_c_tier, cr_tt_id, cr_ex_id, quantity
), loaded AS (
  SELECT 58176::bigint * trade_days AS ids_per_unit
       , 58176::bigint * trade_days * load_units AS ids
       , timestamp '2005-01-03 09:16' + (trade_days / 5 * 7 + trade_days % 5) * interval '1 day' AS last_dts
  FROM quartet_load
), trades AS (
  SELECT trade.*
       , ca_b_id
       , tt_is_sell
       , tt_is_mrkt
       , t_st_id = 'CMPT' AS is_completed
       , CASE WHEN tt_is_sell THEN -t_qty ELSE t_qty END AS signed_qty
       , hashint4extended(0, t_id) >> 20 AS id_hash
       , hash_numeric_extended(CASE WHEN tt_is_sell THEN t_qty * t_trade_price - t_chrg - t_comm
                                    ELSE -(t_qty * t_trade_price + t_chrg + t_comm)
                               END - CASE WHEN ca_tax_st = 1 THEN t_tax ELSE 0 END, t_id) AS amount_hash
       , t_dts::date - date '2000-01-03' AS day
       , t_dts::time AS time
       , t_id - 200000000000000 AS id_offset
       , ((t_ca_id - 1) / 10 - 4300000000) / 1000 AS unit
       , charge
       , commission_by_price
  FROM trade
  LEFT JOIN trade_type ON tt_id = t_tt_id
  LEFT JOIN (customer_account JOIN customer ON c_id = ca_c_id) ON ca_id = t_ca_id
  LEFT JOIN security ON s_symb = t_s_symb
  LEFT JOIN costs ON cr_c_tier = c_tier AND cr_tt_id = t_tt_id AND cr_ex_id = s_ex_id AND quantity = t_qty
  OFFSET 0
), figures AS (
  SELECT ca_b_id
       , count(*) FILTER (WHERE is_completed) AS trades
       , sum(t_comm) FILTER (WHERE is_completed) AS commission
       , sum((hashtextextended(t_s_symb, t_ca_id) >> 20) * signed_qty) FILTER (WHERE is_completed) AS positions
       , sum(id_hash * signed_qty) FILTER (WHERE is_completed) AS quantities
       , sum(amount_hash) FILTER (WHERE is_completed) AS amounts
       , sum(timestamp_hash_extended(t_dts, amount_hash)) FILTER (WHERE is_completed AND t_is_cash) AS payments
       , count(*) FILTER (WHERE is_completed AND t_trade_price IS NULL) AS unpriced
       , sum(hashint4extended(day * 2 + t_is_cash::int, t_id)) FILTER (WHERE is_completed) AS settlements
       , count(*) FILTER (WHERE tt_is_sell AND NOT t_is_cash) AS sells_on_margin
       , count(*) FILTER (WHERE t_chrg IS DISTINCT FROM charge) AS charges
       , count(*) FILTER (WHERE t_comm IS DISTINCT FROM round(t_trade_price * commission_by_price, 2)) AS commissions
       , sum(hash_numeric_extended(t_tax, t_id)) FILTER (WHERE t_tax <> 0) AS taxes
       , sum(id_hash * CASE
                         WHEN is_completed THEN CASE WHEN tt_is_mrkt THEN 272 ELSE 273 END
                         WHEN t_st_id = 'CNCL' THEN CASE WHEN tt_is_mrkt THEN 4112 ELSE 4113 END
                         WHEN t_st_id = 'SBMT' THEN CASE WHEN tt_is_mrkt THEN 16 ELSE 17 END
                         WHEN t_st_id = 'PNDG' AND NOT tt_is_mrkt THEN 1
                         ELSE -1
                       END) AS states
       , sum(timestamp_hash_extended(t_dts, t_id)) FILTER (WHERE is_completed) AS completions
       , sum(hashtextextended(t_s_symb, hash_numeric_extended(t_bid_price, hashint4extended(t_qty,
             hashint8extended(ca_b_id, hashtextextended(t_tt_id, t_id)))))) FILTER (WHERE t_st_id = 'PNDG') AS requests
       , count(*) FILTER (
           WHERE t_qty NOT IN (100, 200, 400, 800)
              OR t_bid_price NOT BETWEEN 20 AND 30
              OR t_trade_price NOT BETWEEN 20 AND 30
              OR (t_tt_id = 'TLB' AND t_trade_price > t_bid_price)
              OR (t_tt_id = 'TLS' AND t_trade_price < t_bid_price)
         ) AS domains
       , count(*) FILTER (
           WHERE id_offset NOT BETWEEN 1 AND (SELECT ids FROM loaded)
              OR id_offset % 101 = 51
              OR (id_offset - 1) / (SELECT ids_per_unit FROM loaded) <> unit
         ) AS ids
       , sum(hashint8extended(unit, 0) >> 20) AS units
       , count(*) FILTER (
           WHERE day % 7 > 4
              OR time NOT BETWEEN '09:00' AND '17:01'
              OR t_dts < '2005-01-03 09:00'
              OR t_dts > (SELECT last_dts FROM loaded)
         ) AS times
  FROM trades
  GROUP BY ca_b_id
)
SELECT count(*) FILTER (WHERE b_num_trades <> coalesce(trades, 0)) AS i01
     , count(*) FILTER (WHERE b_comm_total <> coalesce(commission, 0)) AS i02
     , sum(positions) AS i07
     , sum(quantities) AS i08
     , sum(quantities) AS i13
     , sum(amounts) + sum(unpriced) AS i14
     , sum(amounts) AS i15
     , sum(amounts) + sum(payments) + sum(unpriced) AS i16
     , sum(settlements) + sum(sells_on_margin) AS i17
     , sum(charges) AS i18
     , sum(commissions) AS i19
     , coalesce(sum(taxes), 0) AS i20
     , sum(states) AS i21
     , sum(completions) AS i22
     , sum(trades) - (SELECT count(*) FROM trade) AS i23
     , coalesce(sum(requests), 0) AS i24
     , sum(domains) AS i25
     , sum(ids) AS i26
     , sum(units) - (
         SELECT sum((hashint8extended(unit, 0) >> 20)::numeric * 57600 * trade_days)
         FROM quartet_load
         CROSS JOIN generate_series(0::bigint, load_units - 1) AS unit
       ) AS i27
     , sum(times) AS i28
FROM figures
FULL JOIN broker ON b_id = ca_b_id;
