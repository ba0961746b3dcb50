-- check: I60
-- class: L
-- title: shares and averages of the data are within wide tolerances
WITH tiered AS (
  SELECT avg(t_is_cash::int) AS cash
       , avg((t_tt_id = 'TMB')::int) AS market_buy
       , avg((t_tt_id = 'TMS')::int) AS market_sell
       , avg((t_tt_id = 'TLB')::int) AS limit_buy
       , avg((t_tt_id = 'TLS')::int) AS limit_sell
       , avg((t_tt_id = 'TSL')::int) AS stop_loss
       , avg(t_lifo::int) AS lifo
       , (SELECT count(*) FROM trade_history)::numeric / nullif(count(*), 0) AS per_trade
       , avg(t_qty) AS quantity
       , avg((c_tier = 1)::int) AS tier_1
       , avg((c_tier = 3)::int) AS tier_3
  FROM trade
  JOIN customer_account ON ca_id = t_ca_id
  JOIN customer ON c_id = ca_c_id
), accounts AS (
  SELECT avg((ca_tax_st = 0)::int) AS tax_free
       , avg((ca_tax_st = 1)::int) AS withheld
       , avg((ca_bal < 0)::int) AS overdrawn
       , (SELECT count(*) FROM account_permission)::numeric / nullif(count(*), 0) AS per_account
  FROM customer_account
), figures (what, figure, low, high) AS (
            SELECT shares.*
            FROM tiered
            CROSS JOIN LATERAL (
              VALUES ('cash share', cash, 0.914, 0.926)
                   , ('market buys', market_buy, 0.29, 0.31)
                   , ('market sells', market_sell, 0.29, 0.31)
                   , ('limit buys', limit_buy, 0.19, 0.21)
                   , ('limit sells', limit_sell, 0.09, 0.11)
                   , ('stop losses', stop_loss, 0.09, 0.11)
                   , ('LIFO share', lifo, 0.34, 0.36)
                   , ('quantity', quantity, 370, 380)
                   , ('tier 1 trades', tier_1, 0.09, 0.11)
                   , ('tier 3 trades', tier_3, 0.28, 0.32)
                   , ('history rows', per_trade, 2.37, 2.43)
            ) AS shares
  UNION ALL SELECT shares.*
            FROM accounts
            CROSS JOIN LATERAL (
              VALUES ('tax-free accounts', tax_free, 0.18, 0.22)
                   , ('withheld accounts', withheld, 0.47, 0.53)
                   , ('negative balances', overdrawn, 0.18, 0.22)
                   , ('permissions', per_account, 1.38, 1.46)
            ) AS shares
  UNION ALL SELECT 'watch items', (SELECT count(*) FROM watch_item)::numeric / nullif(count(*), 0), 96, 104
            FROM watch_list
  UNION ALL SELECT 'male customers', avg((c_gndr = 'M')::int), 0.44, 0.54 FROM customer
  UNION ALL SELECT 'short lots', avg((h_qty < 0)::int), 0.47, 0.53 FROM holding
)
SELECT what
     , figure
     , low
     , high
FROM figures
WHERE figure IS NULL
   OR figure NOT BETWEEN low AND high;
