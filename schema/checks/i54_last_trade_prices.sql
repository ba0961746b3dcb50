-- check: I54
-- class: A
-- title: one LAST_TRADE row per security, prices inside the range
SELECT s_symb
FROM security
LEFT JOIN last_trade ON lt_s_symb = s_symb
WHERE lt_s_symb IS NULL
   OR lt_price NOT BETWEEN 20 AND 30
   OR lt_open_price NOT BETWEEN 20 AND 30;
