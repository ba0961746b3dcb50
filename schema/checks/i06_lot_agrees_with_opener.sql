-- check: I06
-- class: A
-- title: a lot agrees with the trade that opened it
SELECT h_t_id
FROM holding
LEFT JOIN trade ON t_id = h_t_id
WHERE t_id IS NULL
   OR t_st_id <> 'CMPT'
   OR t_ca_id <> h_ca_id
   OR t_s_symb <> h_s_symb
   OR t_dts <> h_dts
   OR t_trade_price <> h_price
   OR abs(h_qty) > t_qty
   OR (h_qty > 0) = (t_tt_id IN ('TMS', 'TSL', 'TLS'));
